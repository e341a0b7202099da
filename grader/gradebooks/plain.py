"""Tables for people and their scripts: our own, and those with the columns of nbgrader's and Otter's exports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from grader.gradebooks.award import Award, Awards, in_points
from grader.gradebooks.gradebook import Gradebook
from grader.gradebooks.sheet import Sheet
from grader.result.model import Result
from grader.result.scoring import decimal, total
from grader.result.text import inert


def csv(awards: Awards) -> Gradebook:
    """Return every mark as it was, what was deducted and why, and what is left."""
    header = ("student", "name", "raw_score", "deduction", "score", "max_score", "pending", "submitted", "reason")
    return _table(awards, [header, *map(_plain, awards.all)])


def nbgrader(awards: Awards, assignment: str) -> Gradebook:
    """Return the columns of `nbgrader export`, but quoted where need be; whole names stand under `last_name`."""
    header = (
        "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
        "raw_score", "late_submission_penalty", "score", "max_score",
    )  # fmt: skip
    return _table(awards, [header, *(_nbgrader(award, assignment) for award in awards.all)])


def otter(awards: Awards) -> Gradebook:
    """Return the columns of Otter's final_grades.csv; what lateness cost is missing from the total alone."""
    items = {check.item: None for award in awards.all for check in award.result.checks}
    worth = {item: max(_of_item(award.result, item)[1] for award in awards.all) for item in items}
    names = sorted(items)
    header = ("file", *names, "total_points_earned", "percent_correct", "grading_status")
    points = (
        "points-per-question",
        *(decimal(worth[name]) for name in names),
        decimal(sum(worth.values(), Fraction(0))),
        "",
        "",
    )
    return _table(awards, [header, points, *(_otter(award, names) for award in awards.all)])


def _plain(award: Award) -> list[str]:
    entry, mark = award.entry, award.mark
    return [
        inert(entry.student), inert(entry.name), decimal(mark.raw), decimal(mark.deduction), in_points(award),
        decimal(award.result.max_score), decimal(award.result.pending), _time(entry.submitted), inert(mark.reason),
    ]  # fmt: skip


def _nbgrader(award: Award, assignment: str) -> list[str]:
    entry, mark = award.entry, award.mark
    return [
        assignment, "", _time(entry.submitted), inert(entry.student), inert(entry.name), "", inert(entry.email),
        decimal(mark.raw), decimal(mark.deduction), in_points(award), decimal(award.result.max_score),
    ]  # fmt: skip


def _otter(award: Award, names: Sequence[str]) -> list[str]:
    share = award.mark.points / award.result.max_score if award.result.max_score else Fraction(0)
    points = [decimal(_of_item(award.result, name)[0]) for name in names]
    return [inert(award.result.submission.source), *points, in_points(award), decimal(share, 4), "Completed"]


def _of_item(result: Result, item: str) -> tuple[Fraction, Fraction]:
    points = total(check for check in result.checks if check.item == item)
    return points.score, points.max_score


def _time(time: datetime | None) -> str:
    return time.isoformat(" ") if time else ""


def _table(awards: Awards, rows: Sequence[Sequence[str]]) -> Gradebook:
    return Gradebook(Sheet((tuple(rows[0]),), newline="\n").written(rows), awards.notes)
