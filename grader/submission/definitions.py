"""Which names a submission defines more than once. The last definition to run counts, and students should know
which.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from grader.submission.source import Cell


def repeated(cells: Sequence[Cell], names: Collection[str]) -> tuple[str, ...]:
    """One sentence for each of `names` that more than one place of the file defines."""
    places: dict[str, list[str]] = {}
    for cell in cells:
        for name, line in _definitions(cell.source):
            if name in names:
                places.setdefault(name, []).append(cell.label if len(cells) > 1 else f"line {line}")
    return tuple(
        f"`{name}` is defined {len(found)} times; the last one counts ({found[-1]})."
        for name, found in places.items()
        if len(found) > 1
    )


def _definitions(source: str) -> Iterator[tuple[str, int]]:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # the worker says what is wrong with it
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno
        elif isinstance(node, ast.Assign):
            yield from ((target.id, node.lineno) for target in node.targets if isinstance(target, ast.Name))
