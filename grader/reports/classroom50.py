"""A result as Classroom 50's result.json, whose points are whole numbers: all are multiplied alike until they are."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from grader import wording
from grader.reports.fitting import MIB, fit
from grader.reports.notice import Notice, marked
from grader.reports.plain import everything
from grader.result.model import Result

SCHEMA = "classroom50/result/v1"
RUN = ("classroom", "assignment", "submission", "commit", "release", "review")
"""What identifies the run, besides the time."""
_LARGEST_FACTOR = 1000
_STAMP = re.compile(r"submit/(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z")


def render(outcome: Result | Notice, *, run: Mapping[str, str] | None = None) -> str:
    """Return the document; `run` has the keys of RUN."""
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome, run or {})
    return fit(outcome, partial(_document, run=run or {}), MIB)


def _notice(notice: Notice, run: Mapping[str, str]) -> str:
    """Return the document. Unless refused it has no score, so that nothing takes it for a result."""
    if not notice.refused:
        return _text({"schema": SCHEMA, "error": notice.message})
    scores = _scores(Fraction(0), notice.max_score, _factor([notice.max_score]))
    test = {"test-name": wording.REFUSED, "passed": False, **scores, "message": notice.message}
    return _text({**_identity(run), **scores, "tests": [test]})


def _document(result: Result, run: Mapping[str, str]) -> str:
    checks = [check for check in result.checks if check.outcome != "pending"]
    factor = _factor(points for check in checks for points in (check.score, check.max_score))
    unit = "" if factor == 1 else f" (1 point counts {factor})"
    tests = [
        {
            "test-name": f"{check.id}: {check.title}{unit}",
            "passed": check.outcome == "passed",
            **_scores(check.score, check.max_score, factor),
            "message": everything(check),
        }
        for check in checks
    ]
    return _text({**_identity(run), **_scores(result.score, result.max_score, factor), "tests": tests})


def _factor(points: Iterable[Fraction]) -> int:
    """What makes all points whole. Should it be out of all proportion, points are rounded to thousandths instead."""
    factor = math.lcm(*(value.denominator for value in points))
    return factor if factor <= _LARGEST_FACTOR else _LARGEST_FACTOR


def _scores(score: Fraction, max_score: Fraction, factor: int) -> dict[str, int]:
    return {"score": round(score * factor), "max-score": round(max_score * factor)}


def _identity(run: Mapping[str, str]) -> dict[str, str]:
    identity = {key: run.get(key, "") for key in RUN}
    stamp = _STAMP.match(identity["submission"])
    return {"schema": SCHEMA, **identity, "datetime": "{}T{}:{}:{}Z".format(*stamp.groups()) if stamp else ""}


def _text(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
