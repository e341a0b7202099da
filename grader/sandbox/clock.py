"""The time that a submission has left."""

from __future__ import annotations

from dataclasses import dataclass

from grader import wording
from grader.limits import Limits
from grader.sandbox.faults import Stopped


@dataclass
class Clock:
    """What is left of the time of the check and of the whole submission. Only waiting for student code uses it up."""

    limits: Limits
    check: float = float("inf")
    submission: float = float("inf")

    def allowed(self, seconds: float, words: str = "") -> tuple[float, Stopped]:
        """How long something can take that may take `seconds`, and what to raise if that does not do.

        `words` say that it took longer than those seconds.
        """
        if seconds <= min(self.check, self.submission):
            return seconds, Stopped(words or wording.stopped(seconds), seconds)
        if self.check <= self.submission:
            limit, whose = self.limits.check_seconds, "The check"
        else:
            limit, whose = self.limits.submission_seconds, "Your file as a whole"
        return min(self.check, self.submission), Stopped(wording.stopped(limit, whose), limit)

    def spend(self, seconds: float) -> None:
        """So much of it is over."""
        self.check -= seconds
        self.submission -= seconds
