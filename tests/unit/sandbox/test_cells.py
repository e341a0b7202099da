"""A student's file, cell by cell: everything that can be run is run, and what was raised is told in their own terms."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest

from grader.sandbox.cells import MAX_FRAMES, MAX_TEXT, Description, StudentCode, rebuilt


@pytest.fixture(autouse=True)
def nothing_stays_behind() -> Iterator[None]:
    """Running code registers the module and its lines; in a worker nobody minds."""
    yield
    sys.modules.pop("submission", None)
    linecache.clearcache()


def run(*cells: str, helpers: tuple[tuple[str, str], ...] = ()) -> tuple[StudentCode, list[Description]]:
    """The code after it ran, and its problems. One cell is a file, several are a notebook."""
    labels = ["ex3.py"] if len(cells) == 1 else [f"cell {number}" for number, _ in enumerate(cells, 1)]
    code = StudentCode([(label, dedent(cell)) for label, cell in zip(labels, cells, strict=True)], helpers)
    return code, code.run()


def told(code: StudentCode, name: str, *args: Any) -> Description:
    """How an exception of this function's is described."""
    try:
        getattr(code.module, name)(*args)
    except BaseException as error:
        return code.describe(error)
    raise AssertionError("nothing was raised")


class TestRunning:
    def test_cells_share_their_names(self) -> None:
        code, problems = run("a = 1", "b = a + 1", "def f(): return a + b")
        assert problems == []
        assert code.module.f() == 3
        assert code.names() == ["a", "b", "f"]

    def test_a_statement_that_raises_costs_only_itself(self) -> None:
        code, problems = run("a = 1\nb = 1 / 0\nc = 3", "d = 4")
        assert code.names() == ["a", "c", "d"]
        assert [(p["type"], p["frames"]) for p in problems] == [
            ("ZeroDivisionError", [["cell 1", 2, "<module>", "b = 1 / 0"]])
        ]

    def test_a_cell_that_does_not_parse_costs_only_itself(self) -> None:
        code, problems = run("a = 1", "b = 2\ndef f(:\n  pass", "c = 3")
        assert code.names() == ["a", "c"]
        assert problems[0]["type"] == "SyntaxError"
        assert problems[0]["frames"] == [["cell 2", 2, "", "def f(:"]]

    @pytest.mark.parametrize("leave", ["exit()", "raise SystemExit(0)", "raise KeyboardInterrupt", "quit()"])
    def test_leaving_ends_the_cell(self, leave: str) -> None:
        code, problems = run(f"import sys\na = 1\n{leave}\nb = 2", "c = 3")
        assert code.names() == ["sys", "a", "c"]
        assert problems[0]["type"] in ("SystemExit", "KeyboardInterrupt")

    def test_what_can_be_called_is_told_apart(self) -> None:
        """Looking runs nothing of the student's, whatever their objects claim to be."""
        source = """
class Liar:
    @property
    def __class__(self): raise SystemExit
    def __call__(self): pass
class Meta(type):
    def __instancecheck__(cls, value): raise SystemExit
class A(metaclass=Meta): pass
f, g, x = lambda: 1, Liar(), 7
"""
        code, problems = run(source)
        assert problems == []
        assert code.kinds() == {"class": ["Liar", "Meta", "A"], "function": ["f", "g"]}

    def test_an_exception_that_nobody_catches_is_caught(self) -> None:
        code, problems = run("class Odd(BaseException): pass\nraise Odd\na = 1")
        assert code.names() == ["Odd", "a"]
        assert problems[0]["type"] == "Odd"

    def test_future_imports_hold_from_their_statement_on(self) -> None:
        code, problems = run("from __future__ import annotations\ndef f(x: NotThere) -> 1 + None: return x\na = f(2)")
        assert problems == []
        assert code.module.a == 2

    def test_the_graders_own_future_imports_do_not_leak(self) -> None:
        code, _ = run("def f(x: 1 + 1): pass")
        assert code.module.f.__annotations__ == {"x": 2}

    def test_a_future_that_does_not_exist(self) -> None:
        code, problems = run("from __future__ import braces\na = 1", "b = 2")
        assert len(problems) == 1
        assert "b" in code.names()

    def test_top_level_await(self) -> None:
        code, problems = run("import asyncio\nasync def f(): return 4\na = await f()\nawait asyncio.sleep(0)\nb = 5")
        assert problems == []
        assert (code.module.a, code.module.b) == (4, 5)

    @pytest.mark.parametrize(
        "source", ["x = " + "(" * 500 + ")" * 500, "x = " + "-" * 100_000 + "1", "a = '\\ud800'.encode()"]
    )
    def test_code_that_troubles_the_compiler(self, source: str) -> None:
        code, problems = run(source, "b = 2")
        assert len(problems) == 1
        assert code.names()[-1] == "b"

    def test_dataclasses_and_classes_find_their_module(self) -> None:
        code, problems = run("from dataclasses import dataclass\n@dataclass\nclass A:\n  x: 'int' = 1\na = A()")
        assert problems == []
        assert type(code.module.a).__module__ == "submission"


class TestDescriptions:
    def test_the_students_own_frames_and_no_others(self) -> None:
        code, _ = run(
            """
            import re

            def f(pattern):
                return g(pattern)

            def g(pattern):
                return re.compile(pattern)
            """
        )
        description = told(code, "f", "(")
        assert description["frames"] == [
            ["ex3.py", 5, "f", "return g(pattern)"],
            ["ex3.py", 8, "g", "return re.compile(pattern)"],
        ]
        assert __file__ not in repr(description)

    def test_helper_files_are_the_students_too(self) -> None:
        code, _ = run("def f(g): return g()", helpers=(("helper", "def g():\n    raise KeyError('x')\n"),))
        helper: dict[str, Any] = {}
        exec(compile("def g():\n    raise KeyError('x')\n", "helper.py", "exec"), helper)
        assert told(code, "f", helper["g"])["frames"][-1] == ["helper.py", 2, "g", "raise KeyError('x')"]

    def test_the_innermost_frames_of_a_recursion(self) -> None:
        code, _ = run("def f(n): return f(n + 1)")
        description = told(code, "f", 0)
        assert description["type"] == "RecursionError"
        assert len(description["frames"]) == MAX_FRAMES

    @pytest.mark.parametrize(
        ("source", "text"),
        [
            ("raise ValueError('x' * 10**6)", "x" * MAX_TEXT),
            ("raise ValueError('a\\ud800b')", "a?b"),
            ("raise ValueError()", ""),
        ],
    )
    def test_text_is_bounded_and_can_be_sent(self, source: str, text: str) -> None:
        code, _ = run(f"def f(): {source}")
        assert told(code, "f")["text"] == text

    def test_an_exception_whose_text_raises(self) -> None:
        code, _ = run("class Odd(Exception):\n  def __str__(self): raise SystemExit\ndef f(): raise Odd")
        description = told(code, "f")
        assert (description["type"], description["text"]) == ("Odd", "")

    @pytest.mark.parametrize(
        ("source", "memory"),
        [
            ("raise MemoryError", True),
            ("raise RuntimeError('DefaultCPUAllocator: can\\'t allocate memory: you tried')", True),
            ("raise RuntimeError('memory')", False),
        ],
    )
    def test_memory_has_two_exceptions(self, source: str, memory: bool) -> None:
        code, _ = run(f"def f(): {source}")
        assert told(code, "f")["memory"] is memory

    def test_what_began_in_a_callable_of_the_checks(self) -> None:
        code, _ = run("def f(call): return call()\ndef g(call):\n  try: call()\n  except ValueError: raise KeyError")

        def call() -> None:
            raise rebuilt("ValueError", "of the check's")

        assert told(code, "f", call)["within_check"] is True
        assert told(code, "g", call)["within_check"] is False, "this one is the student's own"


class TestRebuilt:
    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("ValueError", ValueError), ("KeyError", KeyError), ("ZeroDivisionError", ZeroDivisionError),
            ("OfTheCheck", RuntimeError), ("print", RuntimeError), ("SystemExit", RuntimeError),
            ("KeyboardInterrupt", RuntimeError), ("UnicodeDecodeError", RuntimeError), ("ExceptionGroup", RuntimeError),
            ("__import__", RuntimeError), (None, RuntimeError), (7, RuntimeError),
        ],
    )  # fmt: skip
    def test_one_of_pythons_own_exceptions(self, name: Any, kind: type[Exception]) -> None:
        error = rebuilt(name, "words")
        assert type(error) is kind
        assert "words" in str(error)
