"""A table as a learning platform exports it: read, and written back in the very dialect it came in."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader.errors import UsageError
from grader.result.text import inert

_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Sheet:
    """The rows of a table, its header the first of them, and how they are written."""

    rows: tuple[tuple[str, ...], ...]
    encoding: str = "utf-8"
    delimiter: str = ","
    newline: str = "\r\n"

    @property
    def header(self) -> tuple[str, ...]:
        """The names of the columns."""
        return self.rows[0]

    def column(self, place: int) -> list[str]:
        """The cells of a column, without its name; rows that end before it have an empty one."""
        return [row[place] if place < len(row) else "" for row in self.rows[1:]]

    def named(self, name: str) -> int:
        """Return the place of the column of this name; UsageError if there is none, or several."""
        places = [place for place, header in enumerate(self.header) if header.strip() == name.strip()]
        if len(places) != 1:
            raise UsageError(
                f"The file has {'no' if not places else len(places)} columns named {name!r}.",
                f"Its columns are {listed(self.header)}.",
            )
        return places[0]

    def numbered(self, pattern: re.Pattern[str], wanted: str | None) -> int:
        """Return the place of the column whose name `pattern` takes apart and that is `wanted`: by name, or by number.

        UsageError if there is none, or if nothing is wanted and there are several.
        """
        numbers = {place: found[1] for place, name in enumerate(self.header) if (found := pattern.fullmatch(name))}
        names = {place: self.header[place].strip() for place in numbers}
        places = [place for place in numbers if wanted is None or wanted.strip() in (numbers[place], names[place])]
        if len(places) != 1:
            raise UsageError(
                f"The file has {len(places) or 'no'} columns of grades" + (f" {wanted!r}." if wanted else "."),
                f"Name one with --column; there are {listed(names.values())}.",
            )
        return places[0]

    def editable(self, names: Iterable[int]) -> list[list[str]]:
        """Return the rows, all as long as the header, with no formula in the columns `names`, which nobody imports."""
        rows = [[*row, *[""] * (len(self.header) - len(row))] for row in self.rows]
        for row in rows[1:]:
            for place in names:
                row[place] = inert(row[place])
        return rows

    def written(self, rows: Iterable[Sequence[str]]) -> bytes:
        """Return these rows as a file of the same dialect."""
        text = io.StringIO(newline="")
        csv.writer(text, delimiter=self.delimiter, lineterminator=self.newline).writerows(rows)
        return text.getvalue().encode(self.encoding)


def read_sheet(path: Path) -> Sheet:
    """Read a downloaded table: UTF-8 or UTF-16, with or without a byte order mark; commas, semicolons or tabs."""
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}.") from None
    encoding = (
        "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig" if data[:3] == b"\xef\xbb\xbf" else "utf-8"
    )
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        raise UsageError(
            f"{path} is not UTF-8.", "Take the file as it was downloaded, not as a spreadsheet saved it."
        ) from None
    first = text.splitlines()[0] if text else ""
    delimiter = max(",;\t", key=lambda mark: len(next(csv.reader([first], delimiter=mark), [])))
    try:
        rows = tuple(tuple(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter) if row)
    except csv.Error as problem:
        raise UsageError(f"{path} is no table: {problem}.") from None
    if len(rows) < 2 or len(rows[0]) < 2:
        raise UsageError(f"{path} is no table with a header and at least one student.")
    return Sheet(rows, encoding, delimiter, "\r\n" if "\r\n" in text else "\n")


def number(cell: str) -> Fraction | None:
    """Return the number in a cell, with a point or a comma before its decimals; None if it holds none."""
    text = cell.strip()
    return Fraction(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def listed(names: Iterable[str]) -> str:
    """Return names for a message."""
    return ", ".join(repr(name.strip()) for name in names)
