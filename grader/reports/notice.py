"""What a learning platform is told where there are no points to tell: a refused submission, or a fault of ours."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from grader import wording
from grader.errors import Fault, NotGraded, SubmissionRefused
from grader.result.model import Result
from grader.result.text import clean

_LIMIT = 4_000


@dataclass(frozen=True)
class Notice:
    """A message instead of a result. Unless `refused`, the autograder is to blame, and there is no mark, not even 0."""

    message: str
    refused: bool = False
    """The submission is unsafe, ambiguous or unreadable: something the student can mend."""
    max_score: Fraction = Fraction(0)
    """Points that could have been reached."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", clean(self.message, _LIMIT))

    @classmethod
    def of_fault(cls, fault: Fault) -> Self:
        """The notice of a result that is no mark."""
        return cls(wording.NOT_GRADED[fault])

    @classmethod
    def of_error(cls, error: Exception, max_score: Fraction) -> Self:
        """The notice of what ended the grading. Only of a refusal are the details for students."""
        if isinstance(error, SubmissionRefused):
            return cls(f"{error.message}\n{error.advice}".strip(), refused=True, max_score=max_score)
        return cls.of_fault(error.fault if isinstance(error, NotGraded) else "grader")

    @classmethod
    def unfinished(cls) -> Self:
        """What stands in the place of the result until there is one, and stays there if the grader is killed."""
        return cls(wording.DID_NOT_FINISH)


def marked(outcome: Result | Notice) -> Result | Notice:
    """Return a result that is no mark as the notice that says so, and all else as it is."""
    return Notice.of_fault(outcome.fault) if isinstance(outcome, Result) and outcome.fault else outcome
