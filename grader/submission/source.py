"""What a submission is once it has been read: frozen pieces of Python source, not yet run."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Cell:
    """One piece of source that runs as a unit; its line numbers are those the student sees."""

    label: str
    """`ex3.py` for a file; `cell 4` for the fourth cell of a notebook, text cells counted too."""
    source: str
    """Plain Python that ends in a newline. It may hold a syntax error: that is for the student to see."""

    @cached_property
    def tree(self) -> ast.Module | None:
        """The source's syntax; None if it cannot be parsed."""
        try:
            return ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


@dataclass(frozen=True)
class Contents:
    """What reading one file gave."""

    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    helpers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Submission:
    """One student's work, ready to be sent to a worker."""

    student: str
    source: str
    """Name of the file that counts, as shown to people; inside an archive with its folders."""
    sha256: str
    """Of the file that counts, followed by each helper's name and source. Without helpers: the file's own checksum."""
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()
    """Sentences for the student about how the file was read."""
    helpers: tuple[tuple[str, str], ...] = ()
    """Module name and source of each helper module that the cells import."""


def code_lines(cells: tuple[Cell, ...]) -> tuple[str, ...]:
    """The code without blank lines, comments and division into cells: what two copies of the same work share."""
    lines = (line.rstrip() for cell in cells for line in cell.source.split("\n"))
    return tuple(line for line in lines if line and not line.lstrip().startswith("#"))
