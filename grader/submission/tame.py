"""Whether the functions of a submission leave their process as they found it, as far as its code shows.

Tame code is examined in one process. Any other gets a fresh process for each item, so that what one function does to
torch, to the interpreter or to the other functions never reaches the others' marks. The answer is about fairness and
time alone: neither way does a process hold anything worth taking.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from grader.submission.source import Cell

REACHING = {
    "breakpoint", "compile", "delattr", "eval", "exec", "exit", "getattr", "globals", "input", "locals", "open", "quit",
    "setattr", "vars", "__builtins__", "__import__",
}  # fmt: skip
"""Built-in names by which code reaches further than it shows."""

SPEAKING = {"__init__", "__name__", "__call__", "__doc__", "__len__"}
"""Attributes with two underscores that ordinary code uses."""

SETTING = (
    "set_", "setcontext", "seterr", "getcontext", "manual_seed", "seed", "use_", "enable_", "disable_", "register_",
    "library", "simplefilter", "filterwarnings", "_",
)  # fmt: skip
"""How names begin by which a module is changed for everybody."""


def is_tame(cells: Sequence[Cell], modules: Collection[str]) -> bool:
    """Whether all code that runs when a function is called is plain; `modules` are those that the exercise allows."""
    try:
        trees = [ast.parse(cell.source) for cell in cells]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    imported = {name: module for tree in trees for name, module in _imports(tree)}
    strangers = {name for name, module in imported.items() if module not in modules}
    return not any(_brings_more(node) for tree in trees for node in ast.walk(tree)) and not any(
        _is_wild(node, imported.keys(), strangers)
        for tree in trees
        for body in _bodies(tree)
        for node in ast.walk(body)
    )


def _brings_more(node: ast.AST) -> bool:
    """Whether a statement anywhere gives functions a name for what changes something for everybody."""
    match node:
        case ast.ImportFrom(names=names):
            return any(name.name == "*" or name.name.startswith(SETTING) for name in names)
        case ast.Assign(value=ast.Name(id=name)):
            return name in REACHING
    return False


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """(name, top-level module) of everything that is imported, and of names that are given to parts of it."""
    known: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            known |= {(name.asname or name.name).partition(".")[0]: name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            known |= {name.asname or name.name: (node.module or "").partition(".")[0] for name in node.names}
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple | ast.List) else [node.value]
            modules = [known[root] for part in parts if (root := _root(part)) in known]
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
            known |= {name: modules[0] for name in names if modules}
    yield from known.items()


def _bodies(tree: ast.Module) -> Iterator[ast.AST]:
    """What runs when something is called, rather than when the file is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from node.body
        elif isinstance(node, ast.Lambda):
            yield node.body


def _is_wild(node: ast.AST, imported: Collection[str], strangers: Collection[str]) -> bool:
    match node:
        case ast.Global():
            return True
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return any((name.asname or name.name).partition(".")[0] in strangers for name in names)
        case ast.Name(id=name):
            return name in REACHING or name in strangers
        case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
            return name.startswith("__") or _root(node) is None or _root(node) in imported
        case ast.Attribute(attr=name) if name.startswith("__"):
            return name not in SPEAKING
        case ast.Attribute(attr=name) if _root(node) in imported:
            return name.startswith(SETTING)
    return False


def _root(node: ast.AST) -> str | None:
    """The name at which a chain of attributes begins; None for anything else."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
