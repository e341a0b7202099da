"""The roll of a class: one entry for each student, from which the class report and the gradebooks are made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from grader.result.model import Result


@dataclass(frozen=True)
class Entry:
    """One student of the class, and what became of the submission that counts."""

    student: str
    """What the batch calls the student; no two entries share it."""
    name: str = ""
    """The student's name for people, if it is known."""
    email: str = ""
    keys: tuple[str, ...] = ()
    """What else identifies the student in a learning platform: an e-mail address, the platform's own number."""
    status: Literal["graded", "not_graded", "refused", "missing"] = "missing"
    reason: str = ""
    """Why there is no result, or no mark."""
    result: Result | None = None
    submitted: datetime | None = None
    """When it was handed in, if that is known."""
    late: bool = False
    """Whether the platform marked it as late, perhaps without saying by how much."""
    group: tuple[str, ...] = ()
    """The students who handed it in together and share its result."""
    attempts: int = 1
    """How many submissions of the student's there were. The newest counts."""
    code: str = ""
    """The Python source that was graded."""

    @property
    def shown_name(self) -> str:
        """The name for people."""
        return self.name or self.student

    @property
    def marked(self) -> Result | None:
        """The result if it is a mark: not when nothing could be graded, and not when the student was not at fault."""
        return self.result if self.status == "graded" else None
