"""Whose fault is it? A check that did not pass is the student's, the exercise's or the grader's doing."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grader
from grader import wording
from grader.checks.failure import CheckFailed, Pending
from grader.errors import ExerciseFault, Fault
from grader.result.verdict import Outcome, Place
from grader.sandbox.faults import Raised, Stopped, StudentFault

GRADER = str(Path(grader.__file__).parent)


@dataclass(frozen=True)
class Ending:
    """How a check ended. `fault` and `detail` are set when it could not be graded; students never see `detail`."""

    outcome: Outcome
    message: str = ""
    misconception: str | None = None
    traceback: tuple[str, ...] = ()
    place: Place | None = None
    fault: Fault | None = None
    detail: str = ""


PASSED = Ending("passed")


def adjudicate(error: BaseException, with_reference: Callable[[], None]) -> Ending:
    """The ending of a check that raised `error`.

    What the student's code did arrives as a StudentFault. Anything else is settled by running the check once more with
    the reference in the student's place: if that raises too, the check is wrong, not the answer. An error that comes
    out of the grader's own code is the grader's, whatever caused it.
    """
    if isinstance(error, Pending):
        return Ending("pending", str(error))
    if isinstance(error, StudentFault) and not _in_doubt(error):
        return _student(error)
    if isinstance(error, ExerciseFault):
        return Ending("not_graded", fault="exercise", detail=error.message)
    if not isinstance(error, (StudentFault, AssertionError)) and _raised_by_grader(error):
        return Ending("not_graded", fault="grader", detail=_details(error))
    started = time.monotonic()
    try:
        with_reference()
    except BaseException as second:  # a check may also skip itself, or exit
        return Ending("not_graded", fault="exercise", detail=_details(second))
    seconds = time.monotonic() - started
    if isinstance(error, Stopped) and seconds > (error.seconds or seconds):
        detail = f"With the reference the check took {seconds:.1f} s, where student code has {error.seconds:g} s."
        return Ending("not_graded", fault="exercise", detail=detail)
    if isinstance(error, StudentFault):
        return _student(error)
    if isinstance(error, AssertionError):
        return Ending("failed", str(error) or wording.no_condition())
    return Ending("failed", wording.unusable(f"{type(error).__name__}: {error}"))


def _in_doubt(error: StudentFault) -> bool:
    """Whether the check had a part in it: it decided by itself, or a callable of its own raised inside the student's
    code, or was slow there.

    An agreement is not in doubt, for it has compared with the reference already.
    """
    if isinstance(error, Raised):
        return error.within_check
    if isinstance(error, Stopped):
        return error.seconds is not None
    return isinstance(error, CheckFailed) and not error.compared


def _student(fault: StudentFault) -> Ending:
    return Ending(fault.outcome, fault.message, fault.misconception, fault.traceback, fault.place)


def _raised_by_grader(error: BaseException) -> bool:
    """Whether the innermost frame that is the grader's or the check's is the grader's."""
    frames = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    checks = [i for i, name in enumerate(frames) if "/checks/test_" in name or name.endswith("conftest.py")]
    owned = [i for i, name in enumerate(frames) if name.startswith(GRADER)]
    return bool(owned) and (not checks or owned[-1] > checks[-1])


def _details(error: BaseException) -> str:
    return "".join(traceback.format_exception(error))
