"""What a check and a whole result say, as plain text, for platforms that show text in a frame of their own."""

from __future__ import annotations

from collections.abc import Iterator

from grader import wording
from grader.reports.outline import goes_against, head, look_at_next, not_written, waits
from grader.result.model import Check, Place, Result
from grader.result.scoring import shown

_OUTPUT_LINES = 40
_OUTPUT_COLUMNS = 300


def name(check: Check) -> str:
    """Return the line by which a student knows the check."""
    return f"{check.item}: {check.title}"


def headline(result: Result) -> str:
    """Return the points, what waits for a person, how the file was read, and what to look at next."""
    return "\n".join(_headline(result))


def feedback(check: Check) -> str:
    """Return what a check that did not pass says, without what the code printed; "" for one that passed."""
    return "\n".join(_feedback(check))


def printed(check: Check) -> str:
    """Return the first lines of what the student's code printed during the check."""
    text, left_out = head(check.output, _OUTPUT_LINES, _OUTPUT_COLUMNS)
    return f"{text}\n{wording.more_lines(left_out)}" if left_out else text


def everything(check: Check) -> str:
    """Return the feedback and what was printed."""
    said, output = feedback(check), printed(check)
    return "\n\n".join(filter(None, (said, f"{wording.PRINTED}\n{output}" if output.strip() else "")))


def spot(place: Place) -> str:
    """Return where in the student's code, and what stands there."""
    where = wording.place(place.label, place.line)
    return f"{where}: {place.text}" if place.text else where


def _headline(result: Result) -> Iterator[str]:
    yield wording.points(shown(result.score), shown(result.max_score))
    if waiting := waits(result):
        yield waiting
    yield from result.submission.notes
    if first := look_at_next(result):
        yield f"{wording.NEXT}: {name(first)}"


def _feedback(check: Check) -> Iterator[str]:
    if check.outcome == "passed":
        return
    if check.message:
        yield check.message + (f" [{check.misconception}]" if check.misconception else "")
    if statement := goes_against(check):
        yield f"{statement.id}  {statement.text}"
    if len(check.traceback) > 1:
        yield wording.TRACEBACK
        yield from (f"  {frame}" for frame in check.traceback)
    elif check.place and not not_written(check):
        yield spot(check.place)
