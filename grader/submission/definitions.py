"""Where a submission defines what is graded. The last definition to run counts, and students should know which."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from grader import wording
from grader.result.verdict import Place
from grader.submission.source import Cell


def definitions(cells: Sequence[Cell], names: Collection[str]) -> dict[str, list[Place]]:
    """Return for each of `names` that the file defines the places that do, in the order in which they run."""
    places: dict[str, list[Place]] = {}
    for cell in cells:
        lines = cell.source.split("\n")
        for name, line in _definitions(cell.tree):
            if name in names:
                text = "".join(lines[line - 1 : line]).strip()
                places.setdefault(name, []).append(Place(cell.label, line, text))
    return places


def repeated(places: Mapping[str, Sequence[Place]]) -> tuple[str, ...]:
    """One sentence for each name that more than one place defines."""
    return tuple(
        wording.defined_again(name, len(found), wording.place(found[-1].label, found[-1].line))
        for name, found in places.items()
        if len(found) > 1
    )


def _definitions(tree: ast.Module | None) -> Iterator[tuple[str, int]]:
    for node in tree.body if tree is not None else ():  # the worker says what is wrong with one that does not parse
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Assign):
            yield from ((target.id, node.lineno) for target in node.targets if isinstance(target, ast.Name))
