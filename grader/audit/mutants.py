"""Mutants of a module: the same text with one operator, constant, call or comparison changed."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from grader.course.excerpt import defined

OPERATORS: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
EXPLAINED = "# audit: equivalent because "
"""A comment in the reference that begins so says why mutants of its statement change nothing that a check may see."""


@dataclass(frozen=True)
class Mutant:
    """One changed module."""

    definition: str
    """The function, class or name at top level in which the change is."""
    line: int
    change: str
    """What was changed, as code: "x + update -> x - update"."""
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """All mutants of a module, from top to bottom."""
    tree = ast.parse(source)
    for statement in tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom | ast.Expr):
            continue
        name = next(defined(statement), "")
        for parent, slot, node in _places(statement):
            for changed in _changes(node):
                _put(parent, slot, changed)
                text = ast.unparse(tree)
                _put(parent, slot, node)
                yield Mutant(name, node.lineno, f"{_shown(node)} -> {_shown(changed)}", text)


def explanations(source: str) -> dict[range, str]:
    """The lines of each statement that has an explanation beside, inside or right above it, and the explanation."""
    comments = {
        token.start[0]: token.string.removeprefix(EXPLAINED).strip()
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT and token.string.startswith(EXPLAINED)
    }
    spans = [_span(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt)]
    found = {}
    for line, words in comments.items():
        around = [span for span in spans if line in span or line + 1 == span.start]
        found[min(around, key=len, default=range(line, line + 1))] = words
    return found


def _span(node: ast.stmt) -> range:
    """The lines of a statement; of a compound one those of its head."""
    body = getattr(node, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
    return range(node.lineno, max(last, node.lineno) + 1)


_Slot = tuple[str, int | None]
_Node = ast.expr | ast.stmt
_NOT_MUTATED = {"annotation", "returns", "decorator_list", "bases"}


def _places(node: ast.AST) -> Iterator[tuple[ast.AST, _Slot, _Node]]:
    """Every expression and statement below a node, with the place where it hangs. What is only said is left out."""
    for field, value in ast.iter_fields(node):
        if field in _NOT_MUTATED:
            continue
        entries = enumerate(value) if isinstance(value, list) else [(None, value)]
        for index, child in entries:
            if not isinstance(child, ast.AST) or isinstance(child, ast.JoinedStr) or _is_docstring(child):
                continue
            if isinstance(child, _Node):
                yield node, (field, index), child
            if not isinstance(child, ast.Raise):
                yield from _places(child)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _put(parent: Any, slot: _Slot, node: ast.AST) -> None:
    field, index = slot
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def _changes(node: _Node) -> Iterator[ast.expr | ast.stmt]:
    match node:
        case ast.BinOp(left, operator, right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)  # type: ignore[arg-type]
        case ast.AugAssign(target, operator, value) if type(operator) in OPERATORS:
            yield ast.AugAssign(target, OPERATORS[type(operator)](), value)  # type: ignore[arg-type]
            yield ast.Pass()
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(OPERATORS[type(operator)](), values)  # type: ignore[arg-type]
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield operand
        case ast.Compare(left, [operator], comparators) if type(operator) in OPERATORS:
            yield ast.Compare(left, [OPERATORS[type(operator)]()], comparators)  # type: ignore[list-item]
        case ast.If(test, body, orelse):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Raise() | ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.Constant(value):
            yield from _other_constants(value)
        case ast.Call():
            yield from _without_call(node)


def _other_constants(value: object) -> Iterator[ast.expr]:
    match value:
        case bool():
            yield ast.Constant(not value)
        case int() | float():
            yield ast.Constant(value + 1)
        case str():
            yield ast.Constant(value + "X")


def _without_call(node: ast.Call) -> Iterator[ast.expr]:
    """f(x, y) becomes x; x.method() becomes x."""
    if node.args and not isinstance(node.args[0], ast.Starred | ast.GeneratorExp):
        yield node.args[0]
    elif not node.args and isinstance(node.func, ast.Attribute) and not node.func.attr.startswith("__"):
        yield node.func.value


def _shown(node: ast.AST) -> str:
    text = ast.unparse(ast.fix_missing_locations(node)).partition("\n")[0]
    return text if len(text) <= 60 else text[:59] + "…"
