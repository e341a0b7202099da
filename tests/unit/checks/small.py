"""Exercises of a few lines, made on the spot and graded in this process by the real plugin."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from grader.checks.direct import execute
from grader.checks.inprocess import InProcess
from grader.checks.material import load
from grader.checks.plugin import CheckPlugin, Run, Student
from grader.errors import Fault
from grader.result.verdict import Verdict

HEAD = """
import pytest
import torch
from torch import nn

from grader.checks.agreement import Counting
from grader.checks.failure import fail

"""


@dataclass(frozen=True)
class Ended:
    """How one check ended."""

    verdict: Verdict
    fault: Fault | None
    detail: str

    @property
    def outcome(self) -> str:
        """In a word."""
        return self.verdict.outcome


@dataclass(frozen=True)
class Small:
    """An exercise in a folder."""

    exercise: Path
    solutions: Path

    def grade(self, source: str | Student, seed: int = 1, items: frozenset[str] | None = None) -> dict[str, Ended]:
        """How each check ended, by its id; ExerciseFault if the checks cannot be used."""
        student = InProcess(execute(dedent(source))) if isinstance(source, str) else source
        ended: dict[str, Ended] = {}

        def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
            ended[verdict.id] = Ended(verdict, fault, detail)

        def loop(plugin: CheckPlugin) -> None:
            plugin.run(Run(student, seed, report, items))

        self.collect(loop)
        return ended

    def collect(self, loop: Callable[[CheckPlugin], None]) -> None:
        """Collect the checks, and let `loop` run them."""
        for name in [name for name in sys.modules if name.partition(".")[0] == "checks"]:
            del sys.modules[name]  # an engine has one exercise for life; here the next would be taken for the last
        CheckPlugin(load(self.exercise, self.solutions), loop).collect_and_loop()

    def one(self, source: str, seed: int = 1) -> Ended:
        """How the only check ended."""
        (ended,) = self.grade(source, seed).values()
        return ended


def make(folder: Path, checks: str, reference: str = "", **files: str) -> Small:
    """An exercise with these checks in one file; `misconceptions`, `toolbox` and `conftest` are other files of it."""
    exercise, solutions = folder / "exercises" / "small", folder / "solutions" / "small"
    places = {
        "misconceptions": solutions / "misconceptions.py",
        "toolbox": exercise / "toolbox.py",
        "conftest": solutions / "checks" / "conftest.py",
        "quiz": solutions / "quiz.toml",
        "rubric": solutions / "rubric.toml",
    }
    (solutions / "checks").mkdir(parents=True)
    exercise.mkdir(parents=True)
    (solutions / "reference.py").write_text(dedent(reference), encoding="utf-8")
    (solutions / "checks" / "test_small.py").write_text(HEAD + dedent(checks), encoding="utf-8")
    for name, text in files.items():
        places[name].write_text(dedent(text), encoding="utf-8")
    return Small(exercise, solutions)
