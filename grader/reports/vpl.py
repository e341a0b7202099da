"""A result in the line grammar of Moodle's VPL: comments, and the grade last. Without a grade line there is no mark."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from grader.reports.fitting import fit
from grader.reports.notice import Notice, marked
from grader.reports.outline import FAILED, MARKS, score
from grader.reports.plain import feedback, headline, name, printed
from grader.result.model import Result
from grader.result.scoring import share

LIMIT = 200_000
"""Bytes, so that the comments fit into the fields of Moodle's databases."""
_SHIELD = "\N{NO-BREAK SPACE}"
"""Begins each line of prose: the grammar looks for its marks behind blanks, tabs and line ends only."""


def render(outcome: Result | Notice, *, lowest: Fraction | None = None, highest: Fraction | None = None) -> str:
    """Return the document; the grade lies between `lowest` and `highest`, or is the points if these are not given."""
    outcome = marked(outcome)
    if isinstance(outcome, Notice):
        return _notice(outcome)
    grade = outcome.score
    if lowest is not None and highest is not None:
        grade = lowest + share(outcome.score, outcome.max_score) * (highest - lowest)
    return f"{fit(outcome, _comments, LIMIT)}Grade :=>>{_number(grade)}\n"


def _notice(notice: Notice) -> str:
    """Return the message as a comment, without a grade: the last one stays."""
    return _block(_prose(notice.message))


def _comments(result: Result) -> str:
    return _block(_lines(result))


def _lines(result: Result) -> Iterator[str]:
    yield from _prose(headline(result))
    for part in result.parts:
        for check in part.checks:
            yield f"- {MARKS.get(check.outcome, FAILED)} {name(check)} · {score([check])}"
            yield from _prose(feedback(check))
            yield from (f">{line}" for line in printed(check).split("\n") if check.output.strip())


def _block(lines: Iterator[str]) -> str:
    return "\n".join(("<|--", *lines, "--|>", ""))


def _prose(text: str) -> Iterator[str]:
    return (f"{_SHIELD}{line}" for line in text.split("\n") if line)


def _number(grade: Fraction) -> str:
    return f"{float(grade):.5f}".rstrip("0").rstrip(".")
