"""A result as Gradescope's results.json. Points are absolute; a document without any is a failed autograder there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from grader.reports.fitting import MIB, fit
from grader.reports.notice import Notice, marked
from grader.reports.plain import everything, headline, name
from grader.result.model import Check, Result
from grader.result.scoring import as_number

_SHOWN_AS = {
    "output_format": "text",
    "test_output_format": "text",
    "test_name_format": "text",
    "visibility": "visible",
    "stdout_visibility": "hidden",
}


def render(outcome: Result | Notice, *, late: Mapping[str, object] | None = None) -> str:
    """Return the document; `late` is what is known of the deadline, and kept for those who work out penalties."""
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome)
    return fit(outcome, partial(_document, late=late), 4 * MIB)


def _notice(notice: Notice) -> str:
    """Return the document without points; a refused submission has 0, since the student can hand in again."""
    points = {"score": 0} if notice.refused else {}
    return _text({**points, "output": notice.message, **_SHOWN_AS})


def _document(result: Result, late: Mapping[str, object] | None) -> str:
    facts = result.model_dump(mode="json", include={"isolation", "seed", "grader", "pending"})
    facts |= {"exercise": result.exercise.model_dump(include={"id", "version"}), "sha256": result.submission.sha256}
    return _text(
        {
            "score": as_number(result.score),
            "execution_time": result.seconds,
            "output": headline(result),
            **_SHOWN_AS,
            "tests": [
                _test(check, f"{part.id}.{number}")
                for part in result.parts
                for number, check in enumerate(part.checks, start=1)
            ],
            "extra_data": facts | ({"late": dict(late)} if late else {}),
        }
    )


def _test(check: Check, number: str) -> dict[str, Any]:
    test: dict[str, Any] = {"name": name(check), "number": number, "output": everything(check)}
    if check.outcome != "pending":
        passed = "passed" if check.outcome == "passed" else "failed"
        test |= {"score": as_number(check.score), "max_score": as_number(check.max_score), "status": passed}
    return test | ({"tags": [check.misconception]} if check.misconception else {})


def _text(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False, indent=1) + "\n"
