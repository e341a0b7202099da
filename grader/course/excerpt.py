"""Cuts a Python module down to some of its definitions and what they need. Works on the text; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

Statement = ast.stmt
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def excerpt(module: ast.Module, wanted: Collection[str]) -> ast.Module:
    """The statements of the module that define `wanted` or that these need, directly or through others, in order.

    Statements that only act (a call, a loop) are kept with all they need, and so are imports from __future__.
    """
    kept = _reachable(module, wanted)
    return ast.Module([node for node in module.body if id(node) in kept], type_ignores=[])


def users(module: ast.Module, wanted: Collection[str]) -> Mapping[str, frozenset[str]]:
    """For each of the names `wanted`: all names of the module that its definition needs, itself included."""
    found = {}
    for name in wanted:
        kept = _reachable(module, [name])
        found[name] = frozenset(bound for node in module.body if id(node) in kept for bound in defined(node))
    return found


def defined(node: Statement) -> Iterator[str]:
    """The names that a statement at top level binds."""
    if isinstance(node, _DEFINITIONS):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id


def _reachable(module: ast.Module, wanted: Collection[str]) -> set[int]:
    """The ids of the statements to keep."""
    by_name: dict[str, list[Statement]] = {}
    for node in module.body:
        for name in defined(node):
            by_name.setdefault(name, []).append(node)
    waiting = [node for node in module.body if _acts(node) or _is_future(node)]
    waiting += [node for name in wanted for node in by_name.get(name, [])]
    kept: set[int] = set()
    while waiting:
        node = waiting.pop()
        if id(node) not in kept:
            kept.add(id(node))
            waiting += [other for name in _used(node) for other in by_name.get(name, [])]
    return kept


def _used(node: Statement) -> Iterator[str]:
    """Names that a statement reads. A parameter counts: in a test it may name a fixture."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            yield part.id
        elif isinstance(part, ast.arg):
            yield part.arg


def _acts(node: Statement) -> bool:
    """Whether a statement binds nothing and is no docstring."""
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return not is_text and not any(True for _ in defined(node))


def _is_future(node: Statement) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
