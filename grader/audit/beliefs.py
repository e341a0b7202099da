"""A misconception as a submission: the reference, in which one name is bound to the wrong implementation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from grader.course.excerpt import excerpt
from grader.engine import Belief
from grader.errors import ExerciseFault

HELPER = "beliefs"
"""Name of the helper module that holds the wrong implementation, apart from the reference's own names."""
DECORATOR = "misconception"

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Wrong:
    """Source of one wrong implementation: the helper module, and the cell that binds the item's name to it."""

    helper: str
    binding: str


class Beliefs:
    """The misconceptions of an exercise as students could have written them: without decorators and the grader."""

    def __init__(self, source: str) -> None:
        module = ast.parse(source)
        self._decorated = {node.name: node.decorator_list for node in module.body if isinstance(node, Definition)}
        module.body = [node for node in module.body if not _is_of_grader(node)]
        for node in module.body:
            if isinstance(node, Definition):
                node.decorator_list = [part for part in node.decorator_list if DECORATOR not in ast.unparse(part)]
        self._module = module

    def variants(self, belief: Belief) -> Iterator[Wrong]:
        """One wrong implementation for each variant of the belief, cut down to what it needs.

        Raises ExerciseFault if the belief is not registered in a way that can be read from the source.
        """
        decorator = self._decorator(belief)
        if decorator is None:
            raise ExerciseFault(
                f"misconceptions.py registers {belief.name} for {belief.item}, but not with a decorator on a "
                "definition at the top of the file whose item and name are written out.",
                f'Write @misconception("{belief.item}", name="{belief.name}", ...) above the function or class.',
            )
        constants = next((word.value for word in decorator.keywords if word.arg == "variants"), None)
        helper = self._helper(belief.implementation, constants)
        for number in range(belief.variants):
            yield Wrong(helper, _binding(belief, None if constants is None else number))

    def _decorator(self, belief: Belief) -> ast.Call | None:
        """The decorator that registers this belief."""
        for call in self._decorated.get(belief.implementation, ()):
            if isinstance(call, ast.Call) and ast.unparse(call.func).rpartition(".")[2] == DECORATOR:
                words = {word.arg: word.value for word in call.keywords}
                item = call.args[0] if call.args else words.get("item")
                name = words.get("name", ast.Constant(belief.implementation))
                if _text(item) == belief.item and _text(name) == belief.name:
                    return call
        return None

    def _helper(self, implementation: str, constants: ast.expr | None) -> str:
        module = ast.Module([*self._module.body], type_ignores=[])
        if constants is not None:
            module.body.append(ast.Assign([ast.Name("VARIANTS", ast.Store())], constants, lineno=0))
        return ast.unparse(excerpt(module, {implementation, "VARIANTS"}))


def _text(node: ast.expr | None) -> object:
    return node.value if isinstance(node, ast.Constant) else None


def _is_of_grader(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "grader"


def _binding(belief: Belief, number: int | None) -> str:
    wrong = f"{HELPER}.{belief.implementation}"
    constants = f"{HELPER}.VARIANTS[{number}]"
    if number is None:
        value = wrong
    elif belief.is_class:
        value = f"type({wrong}.__name__, ({wrong},), dict({constants}))"
    else:
        value = f"functools.partial({wrong}, **{constants})"
    return f"import functools\nimport {HELPER}\n{belief.item} = {value}\n"
