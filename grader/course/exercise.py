"""What the grader knows of an exercise: frozen values, read once from the course's files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from grader.limits import Limits

Kind = Literal["function", "class", "quiz", "written"]
CODE: tuple[Kind, ...] = ("function", "class")
"""The kinds of items that are graded by running them."""
Isolation = Literal["process", "sealed"]
"""A separate process with deadlines; one that moreover can open nothing. Results carry the level and what was added."""


@dataclass(frozen=True)
class Item:
    """A function, class or answer of the student's file that has points."""

    name: str
    points: Fraction
    kind: Kind


@dataclass(frozen=True)
class Part:
    """A part of an exercise."""

    id: str
    title: str
    items: tuple[Item, ...]
    minutes: int | None = None
    """How long a student is expected to need."""


@dataclass(frozen=True)
class Waiting:
    """The checks of one item that are not run where a student works."""

    item: str
    checks: int
    points: Fraction


@dataclass(frozen=True)
class Handout:
    """What stands in the place of the solutions where a student works: some checks, with records that judge them."""

    seeds: tuple[int, ...]
    """The seeds for which there are records. None if no check is shown."""
    waiting: tuple[Waiting, ...]


@dataclass(frozen=True)
class Exercise:
    """An exercise: what a student may know of it, and where the rest stands."""

    id: str
    title: str
    file: str
    """Stem of the file to hand in, which is also the stub's."""
    folder: Path
    """exercises/<id>: text, stub, toolbox."""
    solutions: Path
    """solutions/<id>: reference, misconceptions, checks, keys. Absent where a student works."""
    parts: tuple[Part, ...]
    statements: Mapping[str, str]
    """The numbered sentences of the text, without Markdown: {"T1": "The sublayer's output ..."}."""
    version: str
    """Hash of all content that a grade depends on."""
    modules: tuple[str, ...]
    """Top-level names of the modules that a student's file may import."""
    preload: tuple[str, ...]
    """Modules that are imported before any submission is read."""
    preload_for: Mapping[str, tuple[str, ...]]
    """More of them, slow ones, that only a file needs in which the word stands."""
    isolation: Isolation
    """The level of isolation that recorded grades need."""
    limits: Limits
    visible: Literal["all", "none"] | tuple[str, ...]
    """The checks of functions and classes that students may run at home, by their ids."""
    handout: Handout | None = None
    """Set where there are no solutions."""

    @property
    def items(self) -> Iterator[Item]:
        """All items, in order."""
        return (item for part in self.parts for item in part.items)

    def imports_for(self, code: str | None) -> list[str]:
        """The modules to import before a submission is read; None stands for any submission."""
        words = [word for word in self.preload_for if code is None or re.search(rf"\b{re.escape(word)}\b", code)]
        return [*self.modules, *self.preload, *(module for word in words for module in self.preload_for[word])]

    @property
    def stubs(self) -> tuple[Path, Path]:
        """The files a student starts from: as Python and as a notebook."""
        return self.folder / f"{self.file}.py", self.folder / f"{self.file}.ipynb"

    @property
    def text(self) -> Path:
        """The exercise text, in Markdown."""
        return self.folder / "exercise.md"
