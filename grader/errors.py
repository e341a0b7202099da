"""Everything that can go wrong and is not a student's mark, with the exit status it leads to.

GraderError
├── UsageError          2   wrong usage, or no such exercise or file
├── NotGraded           3   nothing can be said about the submission, and it is not the student's doing
│   ├── ExerciseFault       the author's: configuration, check or reference
│   └── EngineFault         ours: anything unexpected
└── SubmissionRefused   4   unsafe, ambiguous or unreadable submission
"""

from __future__ import annotations

from typing import Literal

Fault = Literal["grader", "exercise"]


class GraderError(Exception):
    """An error that ends a command: what happened, where, and what to do next."""

    exit_status = 3

    def __init__(self, message: str, advice: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.advice = advice


class UsageError(GraderError):
    """The command was called in a way that cannot work."""

    exit_status = 2


class NotGraded(GraderError):
    """Grading could not be carried out, and the student is not to blame."""

    fault: Fault = "grader"


class ExerciseFault(NotGraded):
    """The exercise's configuration, a check or the reference is wrong."""

    fault: Fault = "exercise"


class EngineFault(NotGraded):
    """The grader itself failed."""

    fault: Fault = "grader"


class SubmissionRefused(GraderError):
    """The submission is unsafe, ambiguous or unreadable; nothing was run."""

    exit_status = 4
