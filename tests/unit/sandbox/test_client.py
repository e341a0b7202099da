"""The trusted end against real workers that hang, end, eat memory and talk nonsense: one fault each, and in time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

from grader.errors import EngineFault, ExerciseFault
from grader.limits import Limits
from grader.sandbox.clock import Clock
from grader.sandbox.faults import Crashed, NotWritten, OutOfMemory, Raised, Stopped
from tests.unit.sandbox.live import LEVELS, OwnZygote, Worker, fault, is_gone

Start = Callable[..., Worker]

SHORT = Limits(call_seconds=0.5, check_seconds=10, load_seconds=5, memory_mib=256)


@pytest.mark.parametrize("level", LEVELS)
class TestEnding:
    @pytest.mark.parametrize(
        "loop",
        [
            "while True: pass",
            "import time; time.sleep(1000)",
            "10 ** 10 ** 9",
            "import re; re.match('(a*)*$', 'a' * 60 + 'b')",
        ],
    )
    def test_a_hang_is_stopped_and_names_the_limit(self, student: Start, level: str, loop: str) -> None:
        worker = student(f"def f():\n    {loop}", level=level, limits=SHORT)
        started = time.monotonic()
        stopped = fault(lambda: worker.call("f"))
        assert type(stopped) is Stopped
        assert stopped.message == "The call was stopped after 0.5 s."
        assert time.monotonic() - started < 5
        assert worker.stopped is stopped
        assert is_gone(worker.process.pid)

    def test_a_backward_pass_that_hangs(self, student: Start, level: str) -> None:
        source = """
        import torch
        class F(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x): return x * 1
            @staticmethod
            def backward(ctx, g):
                while True: pass
        def f(x): return F.apply(x)
        """
        y = student(source, level=level, limits=SHORT).call("f", torch.ones(2, requires_grad=True))
        assert type(fault(lambda: y.sum().backward())) is Stopped

    @pytest.mark.parametrize(
        ("code", "words"),
        [
            ("os._exit(0)", "it ended itself, with status 0"),
            ("os._exit(7)", "it ended itself, with status 7"),
            ("os.kill(os.getpid(), 9)", "the signal SIGKILL"),
            ("os.kill(os.getpid(), 40)", "the signal 40"),
            ("ctypes.string_at(1)", "the signal SIGSEGV"),
            ("os.close(3)", "The process that runs your code ended"),
        ],
    )
    def test_a_process_that_ends(self, student: Start, level: str, code: str, words: str) -> None:
        worker = student(f"import ctypes, os\ndef f(): {code}", level=level)
        crashed = fault(lambda: worker.call("f"))
        assert type(crashed) is Crashed
        assert words in crashed.message
        assert is_gone(worker.process.pid)

    @pytest.mark.parametrize("exception", ["SystemExit(0)", "KeyboardInterrupt", "type('Odd', (BaseException,), {})"])
    def test_an_exception_that_ends_programs_ends_nothing(self, student: Start, level: str, exception: str) -> None:
        worker = student(f"def f(): raise {exception}\ndef g(): return 1", level=level)
        assert type(fault(lambda: worker.call("f"))) is Raised
        assert worker.call("g") == 1

    def test_memory(self, student: Start, level: str) -> None:
        source = """
        import torch
        def f(): return torch.zeros(10**10)
        def g(): return bytearray(10**10)
        def h(): return 1
        """
        worker = student(source, level=level, limits=SHORT)
        for name in ("f", "g"):
            memory = fault(lambda name=name: worker.call(name))  # type: ignore[misc]
            assert type(memory) is OutOfMemory
            assert memory.message == "Your code asked for more than 256 MiB of memory."
        assert worker.call("h") == 1

    def test_processor_time(self, student: Start, level: str) -> None:
        limits = replace(SHORT, call_seconds=20, cpu_seconds=1)
        stopped = fault(lambda: student("def f():\n    while True: pass", level=level, limits=limits).call("f"))
        assert type(stopped) is Stopped
        assert stopped.message == "Your code used more than 1 s of processor time and was stopped."

    def test_a_worker_that_ended_cannot_be_asked(self, student: Start, level: str) -> None:
        worker = student("def f(): return 1", level=level)
        worker.end()
        assert "it had ended before" in fault(lambda: worker.call("f")).message


class TestDeadlines:
    """Of the call, of the check and of the submission. Only waiting for the student's code counts."""

    SOURCE = "import time\ndef f(seconds): time.sleep(seconds)"

    def test_of_the_check_all_calls_together(self, student: Start) -> None:
        worker = student(self.SOURCE, limits=replace(SHORT, check_seconds=0.7))
        worker._clock.check = 0.7
        worker.call("f", 0.4)
        assert fault(lambda: worker.call("f", 0.4)).message == "The check was stopped after 0.7 s."

    def test_of_the_submission(self, student: Start) -> None:
        worker = student(self.SOURCE, limits=replace(SHORT, submission_seconds=0.2))
        worker._clock.submission = 0.2
        assert fault(lambda: worker.call("f", 5)).message == "Your file as a whole was stopped after 0.2 s."

    def test_the_checks_own_time_does_not_count(self) -> None:
        clock = Clock(SHORT, check=1.0, submission=2.0)
        assert clock.allowed(0.5, "")[0] == 0.5
        clock.spend(0.75)
        assert clock.allowed(0.5, "")[0] == 0.25
        time.sleep(0.3)
        assert clock.allowed(0.5, "")[0] == 0.25

    def test_calls_by_callbacks_share_the_deadline_of_the_call(self, student: Start) -> None:
        worker = student("def f(g):\n    while True: g()\ndef h(): return 1", limits=SHORT)
        started = time.monotonic()
        assert type(fault(lambda: worker.call("f", lambda: worker.call("h")))) is Stopped
        assert time.monotonic() - started < 5

    def test_of_loading(self, student: Start) -> None:
        stopped = fault(lambda: student("while True: pass", limits=replace(SHORT, load_seconds=0.5)))
        assert type(stopped) is Stopped
        assert stopped.message.startswith("Running your file from top to bottom was stopped after 0.5 s")


class TestWhatIsTold:
    def test_exceptions_with_the_students_lines(self, student: Start) -> None:
        raised = fault(lambda: student("def f():\n    return [][0]").call("f"))
        assert isinstance(raised, Raised)
        assert (raised.sign, raised.text) == ("IndexError", "list index out of range")
        assert raised.traceback == ("ex3.py, line 2, in f: return [][0]",)
        assert raised.place is not None
        assert raised.place.line == 2

    def test_a_stub(self, student: Start) -> None:
        missing = fault(lambda: student("def f():\n    raise NotImplementedError").call("f"))
        assert type(missing) is NotWritten
        assert missing.place is not None
        assert missing.place.line == 2

    @pytest.mark.parametrize(
        "code", ["int('x')", "{}['a']", "[].y", "raise ValueError('a\\ud800b\\0')", "1 / 0", "assert False"]
    )
    def test_other_exceptions(self, student: Start, code: str) -> None:
        worker = student(f"def f(): {code}\ndef g(): return 1")
        assert type(fault(lambda: worker.call("f"))) is Raised
        assert worker.call("g") == 1

    def test_recursion_in_python(self, student: Start) -> None:
        raised = fault(lambda: student("def f(n): return f(n + 1)").call("f", 0))
        assert isinstance(raised, Raised)
        assert raised.sign == "RecursionError"

    def test_what_a_callback_raised_is_in_doubt(self, student: Start) -> None:
        def call() -> None:
            raise KeyError("of the check's")

        raised = fault(lambda: student("def f(g): return g()").call("f", call))
        assert isinstance(raised, Raised)
        assert raised.within_check
        assert raised.sign == "KeyError"

    @pytest.mark.parametrize(
        "code",
        [
            "[0] * 10**6", "'x' * 10**6", "['x' * 200_000] * 10", "10 ** 10**5", "dict.fromkeys(range(10**5))",
            "range(10**9)[:10**8].__iter__()", "itertools.count()", "torch.zeros(10**7).double()",
            "[torch.zeros(1) for _ in range(5000)]", "[torch.zeros(10**6).double() for _ in range(10)]",
        ],
    )  # fmt: skip
    def test_too_much_to_return(self, student: Start, code: str) -> None:
        worker = student(f"import itertools, torch\ndef f(): return {code}")
        too_large = fault(lambda: list(worker.call("f")))
        assert type(too_large) is Crashed
        assert too_large.message == "What your code returned is too large, too deep, or endless."

    def test_a_thing_without_length_has_the_exception_that_python_expects(self, student: Start) -> None:
        thing = student("class A: pass\ndef f(): return A()").call("f")
        with pytest.raises(TypeError) as caught:
            len(thing)
        assert isinstance(caught.value, Raised)

    @pytest.mark.parametrize("value", ["numpy.float64(1)", "numpy.ones(2)", "torch.ones(2).to_sparse()", "object()"])
    def test_what_is_no_data_arrives_as_an_object(self, student: Start, value: str) -> None:
        result = student(f"import numpy, torch\ndef f(): return {value}").call("f")
        assert result.type_name.split()[0] in ("numpy.float64", "numpy.ndarray", "torch.Tensor", "object")

    def test_dicts_and_sets_with_any_keys(self, student: Start) -> None:
        source = "import torch\nclass A: pass\ndef f(): return {(0, 1): 2, torch.int8: 3, A(): 4}, {(1, 2)}"
        table, members = student(source).call("f")
        assert list(table.values()) == [2, 3, 4]
        assert table[(0, 1)] == 2
        assert members == {(1, 2)}


class TestOutput:
    def test_it_is_told_once(self, student: Start) -> None:
        source = """
        import sys
        def f():
            print("one")
            print("two", file=sys.stderr)
            sys.stdout.write("three")
        """
        worker = student(source)
        worker.call("f")
        assert worker.take_output() == ("one\ntwo\nthree", 0)
        assert worker.take_output() == ("", 0)

    def test_it_is_cut(self, student: Start) -> None:
        worker = student("def f(n): print('x' * n)", limits=replace(SHORT, call_seconds=20))
        worker.call("f", 10**7)
        text, cut = worker.take_output()
        assert text == "x" * 4096
        assert cut == 10**7 + 1 - 4096

    def test_a_worker_that_breaks_says_nothing_of_the_grader(self, student: Start) -> None:
        worker = student("class Odd(type):\n  __name__ = 7\nclass A(metaclass=Odd): pass\ndef f(): return A()")
        assert type(fault(lambda: worker.call("f"))) is Crashed
        assert worker.printed == ""

    def test_bytes_that_are_no_text(self, student: Start) -> None:
        worker = student("import os\ndef f(): os.write(1, bytes([255, 0, 27]))")
        worker.call("f")
        assert worker.printed == "\ufffd\0\x1b"


class TestWhatIsOurs:
    """Before the student's file runs, whatever fails is the grader's; so is what a check does wrong."""

    @pytest.mark.parametrize("level", LEVELS)
    def test_a_worker_that_cannot_be_locked_down(self, own_zygote: OwnZygote, level: str) -> None:
        with pytest.raises(EngineFault, match="could not be locked down: cannot convert float infinity"):
            Worker(own_zygote, "def f(): return 1", level=level, limits=replace(SHORT, cpu_seconds=math.inf))

    @pytest.mark.parametrize(
        "value", [torch.zeros(9 << 20).double(), [torch.zeros(1) for _ in range(5000)], [0] * 10**5]
    )
    def test_more_than_a_call_can_carry(self, student: Start, value: Any) -> None:
        worker = student("def f(x): return 1")
        with pytest.raises(ExerciseFault, match="more to the student's code than a call can carry"):
            worker.call("f", value)
        assert worker.call("f", 1) == 1, "nothing was sent"

    def test_a_callback_that_returns_more_than_can_be_passed_on(self, student: Start) -> None:
        """Here the student's code chose how much it is."""
        worker = student("def f(x, g): return g(x)\ndef h(): return 1")
        raised = fault(lambda: worker.call("f", torch.zeros(5 << 20).double(), lambda x: torch.cat([x, x])))
        assert isinstance(raised, Raised)
        assert raised.text == "it is too large to be passed on"
        assert worker.call("h") == 1

    def test_what_cannot_be_passed(self, student: Start) -> None:
        worker = student("def f(x): return x")
        with pytest.raises(TypeError, match="cannot be given to the student's code"):
            worker.call("f", object())
        assert worker.call("f", 1) == 1
