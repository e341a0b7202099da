"""Writes reference.md from the code: the marker, fixtures, limits and the keys of all files. `make reference`."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from grader import limits
from grader.audit import mutants
from grader.checks import agreement, meta, misconceptions, plugin, rng
from grader.course import keys

PAGE = Path(__file__).parent / "reference.md"
INTRODUCTION = """\
# Reference for authors

Written by `docs/make_reference.py` from the code; a test holds the two together.
[writing-exercises.md](writing-exercises.md) leads through an exercise, [writing-checks.md](writing-checks.md) says how
checks are meant.
"""


def page() -> str:
    """The text of reference.md."""
    return "\n".join([INTRODUCTION, *_checks(), *_files()]).rstrip() + "\n"


def _checks() -> Iterator[str]:
    yield "## The marker\n"
    yield f"`@pytest.mark.check{_signature(meta._meta, 'title')}`\n"
    yield f"{_docs(meta.Meta)} The first line of the check's docstring is the title that students read.\n"
    yield "## Fixtures\n"
    yield from _table(("fixture", "what it is"), _fixtures())
    yield "## agree\n"
    yield f"`agree{_signature(agreement.Agreement.__call__, 'self')}`\n"
    yield _docs(agreement.Agreement.__call__) + "\n"
    yield "`Counting(function)`, from `grader.checks.agreement`: " + _docs(agreement.Counting) + "\n"
    yield "## rng\n"
    yield _docs(rng.Rng) + "\n"
    yield from _table(("method", "what it draws"), _methods(rng.Rng))
    yield "## @misconception\n"
    yield f"`@misconception{_signature(misconceptions.misconception)}`\n"
    yield f"{_docs(misconceptions.misconception)}\n\n{_docs(misconceptions.Misconception)}\n"
    yield "## Comments in reference.py\n"
    yield f"`{mutants.EXPLAINED}…` above or beside a statement tells `grade audit` why no check can see its mutants.\n"


def _files() -> Iterator[str]:
    yield "## exercise.toml\n"
    yield from _table(("key", "meaning"), keys.EXERCISE)
    yield "`[[parts]]`\n"
    yield from _table(("key", "meaning"), keys.PART)
    yield "`items` of a part\n"
    yield from _table(("key", "meaning"), keys.ITEM)
    yield "`[limits]`\n"
    yield from _table(("key", "default", "meaning"), _limits())
    yield "## quiz.toml\n"
    yield "`format = 1`, then a table `[[questions]]` for each question:\n"
    yield from _table(("key", "meaning"), keys.QUESTION)
    for kind, more in keys.QUESTION_OF_KIND.items():
        yield f'Of the kind "{kind}" as well:\n'
        yield from _table(("key", "meaning"), more)
    yield "## rubric.toml\n"
    yield from _table(("key", "meaning"), keys.RUBRIC)
    yield "`[[criteria]]`\n"
    yield from _table(("key", "meaning"), keys.CRITERION)


def _table(head: tuple[str, ...], rows: Mapping[str, str]) -> Iterator[str]:
    """A table with its first column in code; further columns stand in a row's text, separated by |."""
    yield "| " + " | ".join(head) + " |"
    yield "|" + "---|" * len(head)
    yield from (f"| `{name}` | {text} |" for name, text in rows.items())
    yield ""


def _fixtures() -> dict[str, str]:
    """Each method of the plugin that is a fixture, with its docstring."""
    methods = [node for node in ast.walk(ast.parse(inspect.getsource(plugin))) if isinstance(node, ast.FunctionDef)]
    return {
        node.name: (ast.get_docstring(node) or "").replace("\n", " ")
        for node in methods
        if any(ast.unparse(part) == "pytest.fixture" for part in node.decorator_list)
    }


def _methods(owner: type) -> dict[str, str]:
    public = {name: method for name, method in vars(owner).items() if callable(method) and not name.startswith("_")}
    return {f"{name}{_signature(method, 'self')}": _docs(method, whole=False) for name, method in public.items()}


def _limits() -> dict[str, str]:
    """Each limit: its default, and the sentence below it in the code."""
    body = ast.parse(inspect.getsource(limits.Limits)).body[0]
    assert isinstance(body, ast.ClassDef)
    said = [ast.literal_eval(node.value) for node in body.body[1:] if isinstance(node, ast.Expr)]
    rows = zip(fields(limits.Limits), said, strict=True)
    return {field.name: f"{field.default} | {words}" for field, words in rows}


def _signature(function: Callable[..., Any], *left_out: str) -> str:
    signature = inspect.signature(function)
    kept = [parameter for name, parameter in signature.parameters.items() if name not in left_out]
    text = str(signature.replace(parameters=kept, return_annotation=inspect.Signature.empty))
    return re.sub(r": '([^']*)'", r": \1", text)


def _docs(thing: Any, whole: bool = True) -> str:
    text = inspect.getdoc(thing) or ""
    return text if whole else " ".join(text.partition("\n\n")[0].split())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
