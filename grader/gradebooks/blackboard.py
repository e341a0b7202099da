"""Blackboard's gradebook download, edited in place: a column that Blackboard does not know would become a new one."""

from __future__ import annotations

import re
from fractions import Fraction

from grader.gradebooks.award import Awards, factor, in_points
from grader.gradebooks.gradebook import Gradebook
from grader.gradebooks.matching import identifying, match
from grader.gradebooks.sheet import Sheet, number

_NAMES = 2
"""A row begins with the last and the first name."""
_COLUMN = re.compile(r".*\|\s*(\d+)\s*")
"""Columns of grades end with the column's number."""
_TOTAL = re.compile(r"\[[^\]]*?(\d+(?:[.,]\d+)?)[^\]\d]*\]")
"""In brackets stands, in the site's language, out of how many points it is."""


def edited(
    awards: Awards, sheet: Sheet, *, column: str | None = None, by: str | None = None, scale: bool = False
) -> Gradebook:
    """Return a downloaded gradebook, comma-separated or the `.xls` that is really text with tabs, with the marks in it.

    column  the column's name or number; needed if there are several
    by      the column that identifies students; else the one that knows most of them
    """
    place = sheet.numbered(_COLUMN, column)
    times = factor(awards, _maximum(sheet.header[place]), scale)
    people = [place for place in range(len(sheet.header)) if not _COLUMN.fullmatch(sheet.header[place])]
    candidates = {sheet.named(by): sheet.column(sheet.named(by))} if by else identifying(sheet, people[_NAMES:])
    found = match(sheet, awards.entries, candidates)
    kept, notes = awards.settle(found.problems, "Blackboard would skip these marks")
    rows = sheet.editable(range(min(_NAMES, found.column)))
    for award in kept:
        rows[found.rows[award.entry.student]][place] = in_points(award, times)
    return Gradebook(sheet.written(rows), (*notes, f"Students were found by {sheet.header[found.column].strip()!r}."))


def _maximum(header: str) -> Fraction | None:
    found = _TOTAL.search(header)
    return number(found[1]) if found else None
