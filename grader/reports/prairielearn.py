"""A result as PrairieLearn's results.json. The score is a fraction; what is not gradable costs no attempt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from grader.reports.fitting import fit
from grader.reports.notice import Notice, marked
from grader.reports.plain import feedback, headline, name, printed
from grader.result.model import Check, Part, Result
from grader.result.scoring import as_number, share

LIMIT = 1_000_000
"""Bytes; a larger file is not read at all."""


def render(outcome: Result | Notice) -> str:
    """Return the document."""
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome)
    return fit(outcome, _document, LIMIT)


def _notice(notice: Notice) -> str:
    """Return the document of a submission that is not gradable: no points, and no attempt used up."""
    return _text({"gradable": False, "format_errors": [notice.message]})


def _document(result: Result) -> str:
    return _text(
        {
            "gradable": True,
            "score": float(share(result.score, result.max_score)),
            "message": headline(result),
            "tests": [_test(part, check) for part in result.parts for check in part.checks],
        }
    )


def _test(part: Part, check: Check) -> dict[str, Any]:
    # Were points missing from one test, none would be shown; what waits for a person counts 0 of 0, which shows grey.
    points, maximum = (check.score, check.max_score) if check.outcome != "pending" else (Fraction(0), Fraction(0))
    return {
        "name": name(check),
        "description": f"{part.id} {part.title}",
        "points": as_number(points),
        "max_points": as_number(maximum),
        "message": feedback(check),
        "output": printed(check),
    }


def _text(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
