"""What is different between two results of one student's, as text."""

from __future__ import annotations

from grader import wording
from grader.reports.outline import FAILED, MARKS
from grader.result.model import Result
from grader.result.scoring import shown


def changes(before: Result, after: Result) -> str:
    """Return the score before and after, and a line for each check that now ends another way."""
    outcomes = {check.id: check.outcome for check in before.checks}
    lines = [
        f"  {MARKS.get(check.outcome, FAILED)} {check.item}: {check.title}"
        for check in after.checks
        if outcomes.get(check.id) != check.outcome
    ]
    score = wording.since_last_time(shown(before.score), shown(after.score))
    return "\n".join([score, *(lines or [f"  {wording.NO_CHANGE}"])]) + "\n"
