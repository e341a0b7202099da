"""What one check found: the value that travels from the engine to the report."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Outcome = Literal["passed", "failed", "error", "timeout", "memory", "crashed", "pending", "skipped", "not_graded"]

ELSEWHERE = "elsewhere"
"""The last word of the id of a verdict that stands for all checks of an item that are run when it is handed in."""


@dataclass(frozen=True)
class Place:
    """A line of the student's own code."""

    label: str
    """The file's name, or the notebook's cell ("cell 4")."""
    line: int
    """1-based, counted within the file or the cell."""
    text: str = ""
    """The source line, stripped."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of one check, with the words a student reads."""

    id: str
    title: str
    outcome: Outcome
    score: Fraction
    max_score: Fraction
    statement: str | None = None
    """Number of the statement of the exercise text that the check rests on, such as "T1"."""
    misconception: str | None = None
    message: str = ""
    traceback: tuple[str, ...] = ()
    """The student's own frames, one line each, innermost last; no frame of the grader's."""
    place: Place | None = None
    output: str = ""
    seconds: float = 0.0
