"""Whether the functions of a submission leave their process as they found it, as far as its code shows.

Tame code is examined in one process. Any other gets a fresh process for each item, so that what one function does to
torch, to the interpreter or to the other functions never reaches the others' marks. The answer is about fairness and
time alone: neither way does a process hold anything worth taking.
"""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence

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
    trees = [cell.tree for cell in cells if cell.tree is not None]
    if len(trees) < len(cells):
        return False
    nodes = [found for tree in trees for found in _nodes(tree)]
    imported = _imports(node for node, _ in nodes)
    strangers = {name for name, module in imported.items() if module not in modules}
    return not any(
        _brings_more(node) or (called and _is_wild(node, imported.keys(), strangers)) for node, called in nodes
    )


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes, outer ones first, and whether they run when something is called rather than when the file is."""
    waiting = deque[tuple[ast.AST, bool]]([(tree, False)])
    while waiting:
        node, called = waiting.popleft()
        yield node, called
        match node:
            case ast.FunctionDef(body=list(body)) | ast.AsyncFunctionDef(body=list(body)):
                within = set(map(id, body))
            case ast.Lambda(body=body):
                within = {id(body)}
            case _:
                within = set()
        waiting.extend((child, called or id(child) in within) for child in ast.iter_child_nodes(node))


def _brings_more(node: ast.AST) -> bool:
    """Whether a statement anywhere gives functions a name for what changes something for everybody."""
    match node:
        case ast.ImportFrom(names=names):
            return any(name.name == "*" or name.name.startswith(SETTING) for name in names)
        case ast.Assign(value=ast.Name(id=name)):
            return name in REACHING
    return False


def _imports(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """By name the top-level module of everything that is imported, and of what is given the name of a part of it."""
    known: dict[str, str] = {}
    for node in nodes:
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
    return known


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
