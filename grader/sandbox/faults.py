"""What can go wrong by the student's doing when their code runs. Each costs the check that asked, and nothing else.

StudentFault
├── NotWritten      the stub's `raise NotImplementedError` is still there
├── Missing         the file has no such name
├── Raised          the code raised an exception
├── Stopped         a deadline passed
│   └── NotLoaded   … while the file was run from top to bottom
├── OutOfMemory     the memory limit was reached
└── Crashed         the process ended, or answered nonsense
"""

from __future__ import annotations

from grader import wording
from grader.result.verdict import Outcome, Place


class StudentFault(Exception):
    """Base: an outcome, the words a student reads, and where in their code it happened."""

    outcome: Outcome = "failed"
    sign = ""
    """A short name that identifies the fault: an exception's type, "Timeout", "MemoryError", "Crash"."""

    def __init__(
        self,
        message: str,
        *,
        misconception: str | None = None,
        traceback: tuple[str, ...] = (),
        place: Place | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.misconception = misconception
        self.traceback = traceback
        self.place = place


class NotWritten(StudentFault):
    """The stub has not been filled in."""

    sign = "NotImplementedError"


class Missing(StudentFault):
    """The file does not define the name, or defines something else under it."""

    sign = "Missing"


class Raised(StudentFault):
    """The student's code raised an exception."""

    outcome: Outcome = "error"

    def __init__(
        self,
        type_name: str,
        text: str,
        *,
        traceback: tuple[str, ...] = (),
        place: Place | None = None,
        within_check: bool = False,
    ) -> None:
        super().__init__(wording.raised(type_name, text, ""), traceback=traceback, place=place)
        self.sign = type_name
        self.text = text
        """The exception's own text."""
        self.within_check = within_check
        """Whether it began in a callable of the check's that the code called; then it may be the check's fault."""


class Stopped(StudentFault):
    """A deadline passed."""

    outcome: Outcome = "timeout"
    sign = "Timeout"

    def __init__(self, message: str, seconds: float | None = None) -> None:
        super().__init__(message)
        self.seconds = seconds
        """The limit that was reached; None for what was not run at all."""


class NotLoaded(Stopped):
    """The file's top level did not end, so that nothing in it can be run."""

    sign = "NotLoaded"


class OutOfMemory(StudentFault):
    """The memory limit was reached."""

    outcome: Outcome = "memory"
    sign = "MemoryError"


class Crashed(StudentFault):
    """The process ended, or what it sent was no valid answer."""

    outcome: Outcome = "crashed"
    sign = "Crash"
