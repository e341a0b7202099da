"""Finds each student's row in a downloaded table, by one identifying column for all, and never by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grader.errors import UsageError
from grader.gradebooks.sheet import Sheet, listed
from grader.roll import Entry


@dataclass(frozen=True)
class Matching:
    """Where the students stand in a table."""

    column: int
    rows: Mapping[str, int]
    """Place in `Sheet.rows` by student."""
    problems: Mapping[str, str]
    """Why a student has no row of their own, by student."""


def match(sheet: Sheet, entries: Sequence[Entry], candidates: Mapping[int, Sequence[str]]) -> Matching:
    """Match the students by the candidate column that knows most of them.

    candidates  the cells by which each column is searched, one for each row below the header
    """
    keys = {entry.student: _keys(entry) for entry in entries}

    def known(column: int) -> int:
        cells = {_plain(cell) for cell in candidates[column]} - {""}
        return sum(1 for own in keys.values() if own & cells)

    column = max(candidates, key=known)
    if not known(column):
        searched = listed(sheet.header[place] for place in candidates)
        raise UsageError(
            f"No student of this class is found in the file's columns {searched}.",
            "Give `grade batch` a roster that has these identifiers, or name another column with --match.",
        )
    places: dict[str, list[int]] = {}
    for place, cell in enumerate(map(_plain, candidates[column]), start=1):
        places.setdefault(cell, []).append(place)
    rows, problems = {}, {}
    for student, own in keys.items():
        found = sorted(place for key in own for place in places.get(key, []))
        if len(found) == 1:
            rows[student] = found[0]
        else:
            named = f"{sheet.header[column].strip()!r}"
            problems[student] = (
                f"stands in {len(found)} rows by {named}" if found else f"is not in the file, by {named}"
            )
    shared = Counter(rows.values())
    problems |= {
        student: "shares a row of the file with another student" for student in rows if shared[rows[student]] > 1
    }
    return Matching(column, {student: row for student, row in rows.items() if student not in problems}, problems)


def identifying(sheet: Sheet, columns: Sequence[int]) -> dict[int, list[str]]:
    """Return those of the columns that can identify people: names are told apart by the spaces in them."""
    found = {place: sheet.column(place) for place in columns}
    return {place: cells for place, cells in found.items() if not any(" " in cell.strip() for cell in cells)}


def _keys(entry: Entry) -> set[str]:
    return {_plain(key) for key in (entry.student, *entry.keys)} - {""}


def _plain(cell: str) -> str:
    return cell.strip().casefold()
