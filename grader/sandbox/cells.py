"""The student's code inside the worker: running it cell by cell, and describing what it raised in its own terms."""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
import linecache
import sys
import traceback
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

MAX_FRAMES = 12
MAX_TEXT = 2000

Description = dict[str, Any]
"""An exception as plain data: type, text, frames (label, line, function, source line), and flags."""


class StudentCode:
    """The module that the student's cells run in."""

    def __init__(self, cells: Sequence[tuple[str, str]], helpers: Sequence[tuple[str, str]]) -> None:
        self.module = ModuleType("submission")
        self._labels = {label for label, _ in cells} | {f"{name}.py" for name, _ in helpers}
        self._cells = cells
        sys.modules["submission"] = self.module  # dataclasses and pickling look a class's module up
        for label, source in [*cells, *((f"{name}.py", source) for name, source in helpers)]:
            linecache.cache[label] = (len(source), None, source.splitlines(keepends=True), label)

    def run(self) -> list[Description]:
        """Run every cell in order, statement by statement; one that raises does not stop the next. Returns what was
        raised.

        A plot that cannot be shown or a file that is not there should cost nothing but itself. A cell that does not
        parse is left out as a whole; `exit()` ends the cell.
        """
        problems: list[Description] = []
        for label, source in self._cells:
            for statement in self._statements(label, source, problems):
                try:
                    _run(statement, self.module.__dict__)
                except (SystemExit, KeyboardInterrupt) as error:
                    problems.append(self.describe(error))
                    break
                except BaseException as error:
                    problems.append(self.describe(error))
        return problems

    def _statements(self, label: str, source: str, problems: list[Description]) -> Iterator[CodeType]:
        try:
            tree = compile(
                source, label, "exec", flags=ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True
            )
            futures = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            for node in tree.body:
                if isinstance(node, ast.ImportFrom) and node.module == "__future__":
                    futures |= sum(getattr(__future__, name.name).compiler_flag for name in node.names)
                module = ast.Module([node], type_ignores=[])
                yield compile(module, label, "exec", flags=futures, dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError, AttributeError) as error:
            problems.append(self.describe(error))

    def names(self) -> list[str]:
        """The names that the code defined."""
        return [name for name in vars(self.module) if not name.startswith("__")]

    def kinds(self) -> dict[str, list[str]]:
        """Which of them stand for classes and which for functions, or for anything else that can be called."""
        found: dict[str, list[str]] = {"class": [], "function": []}
        for name, value in vars(self.module).items():
            if callable(value) and not name.startswith("__"):  # nothing here runs any code of the student's
                found["class" if issubclass(type(value), type) else "function"].append(name)
        return found

    def describe(self, error: BaseException) -> Description:
        """An exception with the frames that are the student's own."""
        frames = [
            [frame.filename, frame.lineno or 0, frame.name, (frame.line or "").strip()]
            for frame in traceback.extract_tb(error.__traceback__)
            if frame.filename in self._labels
        ]
        if isinstance(error, SyntaxError) and error.filename in self._labels:
            frames.append([error.filename, error.lineno or 0, "", (error.text or "").strip()])
        return {
            "type": type(error).__name__[:200],
            "text": _text(error)[:MAX_TEXT],
            "frames": frames[-MAX_FRAMES:],
            "memory": _is_memory(error),
            "within_check": getattr(error, "raised_by_check", False) is True,
        }


def _run(statement: CodeType, names: dict[str, Any]) -> None:
    """Execute a statement. A coroutine, from a notebook's top-level `await`, is driven to its end without an event
    loop.
    """
    if not statement.co_flags & inspect.CO_COROUTINE:
        exec(statement, names)
        return
    coroutine = FunctionType(statement, names)()
    try:
        while True:
            coroutine.send(None)
    except StopIteration:
        return


def _text(error: BaseException) -> str:
    if isinstance(error, SyntaxError):
        return error.msg or ""
    try:
        return str(error).encode("utf-8", "replace").decode()
    except BaseException:
        return ""


def _is_memory(error: BaseException) -> bool:
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError) and "can't allocate memory" in _text(error)
    )


def rebuilt(type_name: Any, text: Any) -> Exception:
    """An exception that a callable of the check's raised, as one of Python's own types."""
    kind = getattr(builtins, str(type_name), RuntimeError)
    if not (isinstance(kind, type) and issubclass(kind, Exception)) or issubclass(kind, UnicodeError):
        kind = RuntimeError
    try:
        error: Exception = kind(str(text))
    except TypeError:  # an ExceptionGroup wants more than words
        error = RuntimeError(str(text))
    error.raised_by_check = True  # type: ignore[attr-defined]
    return error
