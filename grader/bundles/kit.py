"""What every bundle holds: the grader to install, and the one exercise of the course to grade."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files as resources
from math import ceil

from grader.bundles.archive import Member, files
from grader.bundles.pins import pins
from grader.bundles.wheel import wheel
from grader.course.exercise import Exercise
from grader.errors import UsageError
from grader.result.version import grader_version

PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
"""The version that the pinned packages were chosen for."""
_PLACE = re.compile(r"@([A-Z_]+)@")
_START_SECONDS = 60
"""What a slow machine takes to start: half a processor needs about twenty to load torch."""


@dataclass(frozen=True)
class Kit:
    """What a bundle is made of."""

    exercise: Exercise
    index: str | None = None
    """URL of a package index to look into besides the usual one: for a torch without GPU libraries."""
    image: str = ""
    """Name of the container image that runs the grader, for platforms that want one."""

    @property
    def seconds(self) -> int:
        """What a submission can take at most, loading included."""
        return ceil(self.exercise.limits.submission_seconds) + _START_SECONDS

    def install(self) -> list[Member]:
        """The files that install the grader: setup.sh and what it needs beside it."""
        return [self.script("setup.sh"), Member("constraints.txt", pins().encode()), wheel()]

    def course(self) -> list[Member]:
        """The course with this exercise alone, its trusted side included. Raises UsageError if there is none."""
        solutions = list(files(self.exercise.solutions)) if self.exercise.solutions.is_dir() else []
        if not solutions:
            raise UsageError(
                f"There are no checks to bundle: {self.exercise.solutions} does not exist or is empty.",
                "Bundles are made where the solutions are.",
            )
        name = self.exercise.id
        return [member.under(f"course/exercises/{name}") for member in files(self.exercise.folder)] + [
            member.under(f"course/solutions/{name}") for member in solutions
        ]

    def script(self, template: str, name: str | None = None, **values: str) -> Member:
        """A shell or Python script, with a run bit; each @NAME@ of the template is filled in."""
        return Member(name or template, self.fill(template, values).encode(), executable=True)

    def text(self, template: str, name: str | None = None, **values: str) -> Member:
        """A file of text; each @NAME@ of the template is filled in."""
        return Member(name or template, self.fill(template, values).encode())

    def fill(self, template: str, values: Mapping[str, str]) -> str:
        """Return the filled template, with the line ends of Unix whatever system this is."""
        known = {
            "ID": shlex.quote(self.exercise.id),
            "ID_JSON": inside_quotes(self.exercise.id),
            "FILE_JSON": inside_quotes(f"{self.exercise.file}.py"),
            "INDEX": shlex.quote(self.index or ""),
            "PYTHON": PYTHON,
            "VERSION": grader_version(),
            **values,
        }
        text = resources("grader.bundles").joinpath("templates", template).read_text(encoding="utf-8")
        return _PLACE.sub(lambda match: known[match[1]], text.replace("\r\n", "\n"))


def inside_quotes(text: str) -> str:
    """Return the text as it stands between double quotes in JSON, YAML and Python."""
    return json.dumps(text)[1:-1]
