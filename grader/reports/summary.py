"""A result as the summary of a step of GitHub Actions: the Markdown report, within the size that is accepted."""

from __future__ import annotations

from html import escape

from grader import wording
from grader.reports import markdown
from grader.reports.fitting import fit
from grader.reports.notice import Notice
from grader.result.model import Result

LIMIT = 1_000_000
"""Bytes; of a step that writes more, no summary is shown."""


def render(outcome: Result | Notice) -> str:
    """Return the summary."""
    return _notice(outcome) if isinstance(outcome, Notice) else fit(outcome, markdown.render, LIMIT)


def _notice(notice: Notice) -> str:
    """Return the message under a heading, in an element in which nothing is taken for Markdown."""
    return f"# {wording.REFUSED if notice.refused else wording.NO_MARK}\n\n<pre>{escape(notice.message)}</pre>\n"
