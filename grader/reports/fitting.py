"""Keeps a document within what its reader accepts: less detail where there is too much, and always all points."""

from __future__ import annotations

from collections.abc import Callable

from grader.result.model import Check, Result
from grader.result.text import clean

MIB = 1 << 20
_SHORT = 200


def fit(result: Result, render: Callable[[Result], str], limit: int) -> str:
    """Return the document with as much detail as `limit` bytes allow.

    The last resort is names and points alone. Their number is the exercise's, which no student can raise.
    """
    document = render(result)
    for lighten in (_without_output, _in_short, _points_alone):
        if len(document.encode()) <= limit:
            break
        document = render(_each_check(result, lighten))
    return document


def _each_check(result: Result, change: Callable[[Check], Check]) -> Result:
    parts = [part.model_copy(update={"checks": tuple(map(change, part.checks))}) for part in result.parts]
    return result.model_copy(update={"parts": tuple(parts)})


def _without_output(check: Check) -> Check:
    return check.model_copy(update={"output": "", "traceback": ()})


def _in_short(check: Check) -> Check:
    short = {"message": clean(check.message, _SHORT), "statement": None}
    return _without_output(check).model_copy(update=short)


def _points_alone(check: Check) -> Check:
    return _in_short(check).model_copy(update={"message": "", "place": None})
