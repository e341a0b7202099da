"""Canvas' gradebook CSV: a download edited in place, or a new file for one assignment.

Canvas makes a new assignment of a column that it does not know, so a column always carries the assignment's number.
"""

from __future__ import annotations

import re
from fractions import Fraction

from grader.errors import UsageError
from grader.gradebooks.award import Award, Awards, factor, in_points
from grader.gradebooks.gradebook import Gradebook
from grader.gradebooks.matching import match
from grader.gradebooks.sheet import Sheet, listed, number
from grader.result.text import inert
from grader.roll import Entry

IDENTIFIERS = ("ID", "SIS User ID", "SIS Login ID")
"""Columns by which Canvas finds a student; if they are empty, it searches by name."""
_ASSIGNMENT = re.compile(r".*\S.*\((\d+)\)\s*")
_POINTS_POSSIBLE = "Points Possible"
_UNGRADED = {"EX": "is excused in Canvas", "N/A": "is not assigned this in Canvas"}


def edited(
    awards: Awards, sheet: Sheet, *, column: str | None = None, by: str | None = None, scale: bool = False
) -> Gradebook:
    """Return a downloaded gradebook with the marks in the assignment's column.

    column  the column's name or the assignment's number; needed if there are several assignments
    by      the column that identifies students; else the one that knows most of them
    """
    names = [header.strip() for header in sheet.header]
    if "ID" not in names[1:3]:
        raise UsageError("The file is no gradebook of Canvas': it has no column 'ID' after the names.")
    place = sheet.numbered(_ASSIGNMENT, column)
    times = factor(awards, _maximum(sheet, place), scale)
    columns = [sheet.named(by)] if by else [names.index(name) for name in IDENTIFIERS if name in names]
    found = match(sheet, awards.entries, {column: sheet.column(column) for column in columns})
    present = sheet.column(place)
    ungraded = {student: _UNGRADED.get(present[row - 1].strip().upper(), "") for student, row in found.rows.items()}
    problems = {**found.problems, **{student: words for student, words in ungraded.items() if words}}
    kept, notes = awards.settle(problems, "Canvas would change or skip these marks")
    rows = sheet.editable(range(names.index("ID")))
    for award in kept:
        rows[found.rows[award.entry.student]][place] = in_points(award, times)
    return Gradebook(sheet.written(rows), (*notes, f"Students were found by {names[found.column]!r}."))


def fresh(awards: Awards, column: str, by: str) -> Gradebook:
    """Return a new file for the assignment whose column is named `column` in Canvas, such as "HW1 (4321)".

    by  which of the IDENTIFIERS the class's students are called by
    """
    if not _ASSIGNMENT.fullmatch(column):
        raise UsageError(
            f"{column!r} has no assignment number, so Canvas would make a new assignment of it.",
            'Take the name from the header of a gradebook exported from Canvas: "HW1 (4321)".',
        )
    if by not in IDENTIFIERS:
        raise UsageError(f"Canvas finds no student by {by!r}.", f"It does by {listed(IDENTIFIERS)}.")
    found = {award.entry.student: _identifier(award.entry, by) for award in awards.all}
    problems = {student: "has no number of Canvas'" for student in found if not found[student]}
    kept, notes = awards.settle(problems, "Canvas would search for these students by name")
    header = ("Student", *IDENTIFIERS, "Section", column.strip())

    def row(award: Award) -> list[str]:
        identifiers = [found[award.entry.student] if name == by else "" for name in IDENTIFIERS]
        return [inert(award.entry.shown_name), *identifiers, "", in_points(award)]

    return Gradebook(Sheet((header,)).written([header, *map(row, kept)]), tuple(notes))


def _identifier(entry: Entry, by: str) -> str:
    """What stands in the column for this student; Canvas' own IDs are numbers."""
    if by != "ID":
        return entry.student
    return next((key for key in (*entry.keys, entry.student) if key.isdecimal()), "")


def _maximum(sheet: Sheet, place: int) -> Fraction | None:
    cells = [row[place] for row in sheet.rows[1:] if _POINTS_POSSIBLE in row[0] and place < len(row)]
    if cells and "read only" in cells[0].casefold():
        raise UsageError(f"Canvas ignores the column {sheet.header[place]!r}: it is marked as read only.")
    return number(cells[0]) if cells else None
