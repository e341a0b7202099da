"""Turns a stub in percent format into a notebook, with the sections of the exercise text in their places."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.errors import ExerciseFault

_MARKER = re.compile(r"# %%(?P<title>.*)")
_PLACE = re.compile(r"<!-- text: (?P<heading>.+) -->")
_HEADING = re.compile(r"#{1,6} (?P<heading>.+)")

_METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


@dataclass(frozen=True)
class PercentCell:
    """One cell of a percent file; the source of a markdown cell is free of comment signs."""

    kind: Literal["code", "markdown"]
    source: str


def percent_cells(source: str) -> tuple[PercentCell, ...]:
    """Splits a percent file at its `# %%` and `# %% [markdown]` lines; empty cells are left out."""
    blocks: list[tuple[bool, list[str]]] = [(False, [])]
    for line in source.splitlines():
        marker = _MARKER.fullmatch(line)
        if marker:
            blocks.append(("[markdown]" in marker["title"], []))
        else:
            blocks[-1][1].append(line)
    cells = [_cell(markdown, lines) for markdown, lines in blocks]
    return tuple(cell for cell in cells if cell.source)


def _cell(markdown: bool, lines: list[str]) -> PercentCell:
    if markdown:
        return PercentCell("markdown", "\n".join(re.sub("^# ?", "", line) for line in lines).strip())
    return PercentCell("code", "\n".join(lines).strip("\n").rstrip())


def sections(text: str) -> dict[str, str]:
    """The sections of a Markdown text by heading; each runs from its heading to the next one of any level."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else _HEADING.fullmatch(line)
        if heading:
            if heading["heading"] in found:
                raise ExerciseFault(
                    f'The exercise text has two sections headed "{heading["heading"]}".',
                    "Give each section a heading of its own; the stub names sections by their headings.",
                )
            lines = found.setdefault(heading["heading"], [])
        lines.append(line)
    return {heading: "\n".join(body).strip() for heading, body in found.items()}


def notebook(source: str, text: str | None = None) -> str:
    """The notebook of a percent file as JSON, the same characters for the same input.

    A markdown cell `<!-- text: Some heading -->` is replaced by that section of `text`, the exercise text in
    Markdown. Without a text such cells stay as they are.

    Raises ExerciseFault if the text has no such section.
    """
    known = None if text is None else sections(text)
    cells = []
    for number, cell in enumerate(percent_cells(source), start=1):
        content = cell.source if cell.kind == "code" or known is None else _with_text(cell.source, known)
        cells.append(_notebook_cell(f"cell-{number}", cell.kind, content))
    document = {"cells": cells, "metadata": _METADATA, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _notebook_cell(identity: str, kind: str, source: str) -> dict[str, object]:
    cell: dict[str, object] = {"cell_type": kind, "id": identity, "metadata": {}}
    cell["source"] = source.splitlines(keepends=True)
    if kind == "code":
        cell |= {"execution_count": None, "outputs": []}
    return cell


def _with_text(source: str, known: dict[str, str]) -> str:
    place = _PLACE.fullmatch(source)
    if place is None:
        return source
    heading = place["heading"]
    if heading not in known:
        headings = "\n".join(f"  {name}" for name in known)
        raise ExerciseFault(
            f'The stub asks for the section "{heading}", which the exercise text does not have.',
            f"The text has these sections:\n{headings}",
        )
    return known[heading]


def main() -> None:
    """`python -m grader.course.handout STUB.py [TEXT.md]` prints the notebook."""
    sys.stdout.write(notebook(*(Path(argument).read_text(encoding="utf-8") for argument in sys.argv[1:3])))


if __name__ == "__main__":
    main()
