"""Moodle's offline grading worksheet, edited in place: its header is in the site's language and must stay as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from markupsafe import Markup, escape

from grader.errors import UsageError
from grader.gradebooks.award import Award, Awards, factor, in_points
from grader.gradebooks.gradebook import Gradebook
from grader.gradebooks.matching import Matching, identifying, match
from grader.gradebooks.sheet import Sheet, listed, number
from grader.result.scoring import shown
from grader.roll import Entry

Decimal = Literal[".", ","]
_PARTICIPANT = re.compile(r"\D+(\d+)")
_LOCKED = re.compile("no|nein|non|nee|nej|nei|nie|não|ei|ne|нет|ні|όχι|nem|nu|いいえ|否", re.IGNORECASE)
"""What "Grade can be changed" says in Moodle's languages if it cannot."""


@dataclass(frozen=True)
class Worksheet:
    """Where a worksheet's columns stand. Only their order and content tell: their names are in any language."""

    sheet: Sheet
    grade: int
    maximum: Fraction
    decimal: Decimal

    @property
    def participants(self) -> list[str]:
        """The participants' numbers in the assignment."""
        matches = map(_PARTICIPANT.fullmatch, self.sheet.column(0))
        return [found[1] if found else "" for found in matches]

    @property
    def locked(self) -> list[bool]:
        """Whether Moodle would not take a grade, row by row."""
        return [bool(_LOCKED.fullmatch(cell.strip())) for cell in self.sheet.column(self.grade + 2)]


def worksheet(sheet: Sheet, *, column: str | None = None, decimal: Decimal | None = None) -> Worksheet:
    """Find the columns of a worksheet.

    column   name of the grade's column; else the one before the column that holds the same number in every row
    decimal  what stands before decimals on this site; else as in the file
    """
    places = range(1, len(sheet.header) - 2) if column is None else [sheet.named(column)]
    grade = next((place for place in places if _is_grade(sheet, place)), None)
    if grade is None or not all(map(_PARTICIPANT.fullmatch, sheet.column(0))):
        raise UsageError(
            "The file is no grading worksheet of Moodle's: those begin with a column of participants, and the column "
            "of the grade is followed by that of the maximum grade.",
            f"Download it anew, or name the grade's column with --column; there are {listed(sheet.header)}.",
        )
    maxima = sheet.column(grade + 1)
    commas = any("," in cell for cell in (*maxima, *sheet.column(grade)))
    return Worksheet(sheet, grade, number(maxima[0]) or Fraction(0), decimal or ("," if commas else "."))


def edited(
    awards: Awards, work: Worksheet, *, by: str | None = None, scale: bool = False, feedback: str | None = None
) -> Gradebook:
    """Return the worksheet with the marks in it.

    by        the column that identifies students; else the one that knows most of them
    feedback  the column for a short comment; Moodle shows it as HTML
    """
    sheet = work.sheet
    times = factor(awards, work.maximum, scale)
    found = find(awards.entries, work, by)
    comments = sheet.named(feedback) if feedback else None
    problems = dict(found.problems)
    by_student = {award.entry.student: award for award in awards.all}
    for student, place in found.rows.items():
        if work.locked[place - 1]:
            problems[student] = "has a grade that is locked in Moodle"
        elif Fraction(in_points(by_student[student], times)) > work.maximum:
            problems[student] = f"has more points than the maximum grade {shown(work.maximum)}"
    kept, notes = awards.settle(problems, "Moodle would silently skip these marks")
    rows = sheet.editable(range(1, work.grade))
    for award in kept:
        row = rows[found.rows[award.entry.student]]
        row[work.grade] = in_points(award, times).replace(".", work.decimal)
        if comments is not None:
            row[comments] = comment(award)
    notes += [
        f"Students were found by {sheet.header[found.column]!r}. Moodle skips who was graded there after the download."
    ]
    return Gradebook(sheet.written(rows), tuple(notes))


def find(entries: Sequence[Entry], work: Worksheet, by: str | None = None) -> Matching:
    """Match the students with the worksheet's rows, by the participant's number if that is known."""
    if by:
        place = work.sheet.named(by)
        candidates = {place: work.participants if place == 0 else work.sheet.column(place)}
    else:
        candidates = {0: work.participants, **identifying(work.sheet, range(2, work.grade))}
    return match(work.sheet, entries, candidates)


def comment(award: Award) -> str:
    """Return the mark in words, as HTML: what was reached in each part, what waits, and what was deducted and why."""
    result = award.result
    lines = [f"{shown(result.score)} of {shown(result.max_score)} points"]
    if result.pending:
        lines.append(f"{shown(result.pending)} more points wait for a person")
    if award.mark.deduction:
        lines.append(f"{shown(award.mark.deduction)} points deducted: {award.mark.reason}")
    parts = [f"{part.id} {part.title}: {shown(part.score)} of {shown(part.max_score)}" for part in result.parts]
    paragraphs = [*(escape(line) for line in lines), Markup("<br>").join(parts)]
    return "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)


def _is_grade(sheet: Sheet, place: int) -> bool:
    maxima = set(sheet.column(place + 1))
    maximum = number(next(iter(maxima))) if len(maxima) == 1 else None
    grades = [cell.strip() for cell in sheet.column(place)]
    return bool(maximum) and all(cell in ("", "-") or number(cell) is not None for cell in grades)
