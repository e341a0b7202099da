"""A result as the JSON that a combinator template grader of Moodle's CodeRunner prints. The score is a fraction."""

from __future__ import annotations

import json
from collections.abc import Mapping

from markupsafe import escape

from grader.reports.fitting import fit
from grader.reports.notice import Notice, marked
from grader.reports.outline import score
from grader.reports.plain import everything, headline, name
from grader.result.model import Check, Result
from grader.result.scoring import share

LIMIT = 500_000
"""Bytes, well within what the server that runs the question hands back."""
_HEADINGS = ("iscorrect", "Check", "Points", "Feedback")
_FORMATS = ("%s", "%s", "%s")
"""Of the columns that are shown, which leaves out the first: text, which CodeRunner escapes."""


def render(outcome: Result | Notice) -> str:
    """Return the document."""
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome)
    return fit(outcome, _document, LIMIT)


def _notice(notice: Notice) -> str:
    """Return the document without a fraction, which CodeRunner takes for a broken grader and not for a mark of 0.

    A refused submission has 0, since the student can try again.
    """
    points = {"fraction": 0} if notice.refused else {}
    return _text({**points, "prologuehtml": _html(notice.message)})


def _document(result: Result) -> str:
    # What waits for a person is neither right nor wrong yet, and a row has to be one of both: it stands above.
    rows = [_row(check) for check in result.checks if check.outcome != "pending"]
    return _text(
        {
            "fraction": float(share(result.score, result.max_score)),
            "prologuehtml": _html(headline(result)),
            "testresults": [_HEADINGS, *rows],
            "columnformats": _FORMATS,
        }
    )


def _row(check: Check) -> tuple[float, str, str, str]:
    right = share(check.score, check.max_score) if check.max_score else check.outcome == "passed"
    return float(right), name(check), score([check]), everything(check)


def _html(text: str) -> str:
    return f"<p>{str(escape(text)).replace(chr(10), '<br>')}</p>"


def _text(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False, allow_nan=False) + "\n"
