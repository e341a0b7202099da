"""The source of the checks that students may run, cut out of files that also hold the others."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from grader.course.excerpt import excerpt
from grader.errors import ExerciseFault

MARKER = "check"


def shown_sources(folder: Path, visible: Collection[str]) -> dict[str, str]:
    """By file name, what is left of each file of checks: the visible ones and what they need. No comment is kept.

    Raises ExerciseFault if a visible check cannot be found in the source.
    """
    found: dict[str, str] = {}
    missing = set(visible)
    for path in sorted(folder.rglob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        wanted = {name: check for name, check in checks_of(module) if check in visible}
        if wanted:
            found[path.relative_to(folder).as_posix()] = ast.unparse(excerpt(module, wanted)) + "\n"
            missing -= set(wanted.values())
    if missing:
        raise ExerciseFault(
            f"No test in {folder} is marked with the id {min(missing)}.",
            'Write the id out: @pytest.mark.check("item.aspect", ...).',
        )
    return found


def checks_of(module: ast.Module) -> Iterator[tuple[str, str]]:
    """The tests of a module that are checks: function name and id."""
    for node in module.body:
        if isinstance(node, ast.FunctionDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(f"mark.{MARKER}"):
                    first = call.args[0] if call.args else None
                    if isinstance(first, ast.Constant):
                        yield node.name, str(first.value)
