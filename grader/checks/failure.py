"""How a check says that an answer is wrong. Faults of running the student's code are in grader.sandbox.faults."""

from __future__ import annotations

from typing import NoReturn

from grader.sandbox.faults import StudentFault


class CheckFailed(StudentFault):
    """The answer is wrong; the message says in which way."""

    compared = False
    """Whether the reference passed where the student failed. Set by an agreement."""


class Pending(Exception):
    """The answer has been collected and waits for a person."""


def fail(message: str, misconception: str | None = None) -> NoReturn:
    """Fail the running check with the words a student reads."""
    raise CheckFailed(message, misconception=misconception)
