"""The student behind the wall: names found and missed, a fresh world for each item, faults that stay where they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from textwrap import dedent

import pytest
import torch

from grader.checks.student import Source, StudentNamespace, WallStudent, nearest
from grader.limits import Limits
from grader.sandbox.faults import Crashed, Missing, NotLoaded, NotWritten, Raised, Stopped, StudentFault
from grader.sandbox.zygote import Order
from tests.unit.sandbox.live import OwnZygote

LIMITS = Limits(call_seconds=0.5, check_seconds=5, load_seconds=5, memory_mib=256)
Hand = Callable[..., WallStudent]


@pytest.fixture(scope="module")
def zygote() -> Iterator[OwnZygote]:
    """A real zygote."""
    zygote = OwnZygote()
    yield zygote
    zygote.close()


@pytest.fixture
def hand_in(zygote: OwnZygote) -> Iterator[Hand]:
    """`hand_in(source, …)`: a submission behind the wall."""
    students: list[WallStudent] = []

    def make(source: str, *, limits: Limits = LIMITS, worlds: int = 1, **more: object) -> WallStudent:
        cells = (("ex3.py", dedent(source)),)
        order = Order.of(limits, sealed=False, own_user=False)
        handed = Source("ex3.py", cells, (), None, **more)  # type: ignore[arg-type]
        students.append(WallStudent(zygote, order, limits, handed, seed=1))
        students[-1].expect(worlds)
        return students[-1]

    yield make
    for student in students:
        student.close()
    zygote.end_all()


def check(student: WallStudent, item: str, aspect: str = "value") -> StudentNamespace:
    """A check of an item begins."""
    student.begin(f"{item}.{aspect}", item)
    return student.namespace(item)


def fault(use: Callable[[], object]) -> StudentFault:
    """The fault that comes of it."""
    with pytest.raises(StudentFault) as caught:
        use()
    return caught.value


class TestNames:
    @pytest.mark.parametrize(
        ("defined", "words"),
        [
            ("def residual_Add(x): pass", "it has `residual_Add`. Rename it to `residual_add`."),
            ("def residualadd(x): pass", "it has `residualadd`."),
            ("def ResidualAdd(x): pass", "it has `ResidualAdd`."),
            ("def residual_ad(x): pass", "it has `residual_ad`."),
            ("def resdiual_add(x): pass", "it has `resdiual_add`."),
            ("def add(x): pass", "ex3.py has no `residual_add`."),
            ("", "ex3.py has no `residual_add`."),
        ],
    )
    def test_a_near_miss_is_named(self, hand_in: Hand, defined: str, words: str) -> None:
        it = check(hand_in(defined), "residual_add")
        missing = fault(lambda: it.residual_add(1))
        assert type(missing) is Missing
        assert words in missing.message

    @pytest.mark.parametrize(
        ("defined", "words"),
        [
            ("residual_add = 7", "a value of type int"),
            ("residual_add = 'x'", "a value of type str"),
            ("residual_add = None", "a value of type NoneType"),
            ("residual_add = [1]", "a value of type list"),
            ("import torch\nresidual_add = torch.ones(2)", "a value of type torch.Tensor"),
            ("class residual_add: pass", "a class"),
        ],
    )
    def test_a_name_that_stands_for_something_else(self, hand_in: Hand, defined: str, words: str) -> None:
        it = check(hand_in(defined), "residual_add")
        missing = fault(lambda: it.residual_add(1))
        assert type(missing) is Missing
        assert words in missing.message
        assert "function" in missing.message

    @pytest.mark.parametrize(
        "defined",
        [
            "def f(x): return x + 1", "f = lambda x: x + 1",
            "import functools\nf = functools.partial(lambda y, x: x + y, 1)",
            "class A:\n  def g(self, x): return x + 1\nf = A().g",
            "class A:\n  def __call__(self, x): return x + 1\nf = A()",
            "import functools\n@functools.lru_cache\ndef f(x): return x + 1", "f = (1).__add__",
        ],
    )  # fmt: skip
    def test_functions_of_every_kind(self, hand_in: Hand, defined: str) -> None:
        assert check(hand_in(defined), "f").f(1) == 2

    @pytest.mark.parametrize(
        "defined",
        [
            "class A:\n  x = 1", "import abc\nclass A(abc.ABC):\n  x = 1", "A = type('A', (), {'x': 1})",
            "from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int = 1",
            "from torch import nn\nclass A(nn.Module):\n  x = 1",
        ],
    )  # fmt: skip
    def test_classes_of_every_kind(self, hand_in: Hand, defined: str) -> None:
        assert check(hand_in(defined, classes=frozenset({"A"})), "A").A().x == 1

    def test_a_function_where_a_class_is_asked_for(self, hand_in: Hand) -> None:
        it = check(hand_in("def A(): pass", classes=frozenset({"A"})), "A")
        assert "class" in fault(lambda: it.A()).message

    def test_methods_of_a_module(self, hand_in: Hand) -> None:
        """They are called without being looked up first; what is wrong with them is still told as the student's."""
        source = """
        import torch
        class A(torch.nn.Module):
            def __init__(self):
                super().__init__()
                self.a = torch.nn.Linear(2, 2)
                self.eval = 7
            def parameters(self):
                raise KeyError("mine")
            @property
            def zero_grad(self):
                raise ValueError("not here")
        """
        a = check(hand_in(source, classes=frozenset({"A"})), "A").A()
        assert a.double().a.weight.dtype == torch.float64
        assert set(a.state_dict()) == {"a.weight", "a.bias"}
        for method, words in (("parameters", "KeyError"), ("zero_grad", "ValueError"), ("eval", "not callable")):
            raised = fault(getattr(a, method))
            assert type(raised) is Raised
            assert words in raised.message

    def test_a_name_that_is_missing_because_of_what_went_wrong_before(self, hand_in: Hand) -> None:
        student = hand_in("import not_there\nx = 1 / 0\ndef g(): return 1\n@not_there.decorated\ndef f(): return 1")
        missing = fault(lambda: check(student, "f").f())
        assert "`f` is not defined" in missing.message
        assert "not_there is not available" in missing.message
        assert check(student, "g").g() == 1

    def test_names_beyond_counting(self, hand_in: Hand) -> None:
        """Looking for a similar name among so many would take minutes, for each check."""
        student = hand_in(
            "for i in range(50_000): globals()[f'residual_adder_{i}'] = i", limits=replace(LIMITS, load_seconds=20)
        )
        started = time.process_time()
        for aspect in "abcdefghij":
            it = check(student, "residual_add", aspect)
            assert "ex3.py has no `residual_add`" in fault(lambda it=it: it.residual_add(1)).message  # type: ignore[misc]
        assert time.process_time() - started < 10

    def test_private_names_are_nobodys(self, hand_in: Hand) -> None:
        it = check(hand_in("_f = 1"), "f")
        with pytest.raises(AttributeError):
            it._f  # noqa: B018

    def test_nearest(self) -> None:
        assert nearest("residual_add", ["numpy", "residual_Add", "residual_ad"]) == "residual_Add"
        assert nearest("residual_add", ["numpy", "torch"]) is None
        assert nearest("residual_add", []) is None


class TestWorlds:
    STATE = """
    calls = []
    def f(): calls.append("f"); return len(calls)
    def g(): calls.append("g"); return len(calls)
    """

    def test_checks_of_one_item_share_a_world(self, hand_in: Hand) -> None:
        student = hand_in(self.STATE)
        assert check(student, "f", "one").f() == 1
        assert check(student, "f", "two").f() == 2

    def test_each_item_has_its_own(self, hand_in: Hand) -> None:
        student = hand_in(self.STATE, worlds=3)
        assert check(student, "f").f() == 1
        assert check(student, "g").g() == 1
        assert check(student, "f").f() == 1

    def test_what_one_function_breaks_is_whole_for_the_next(self, hand_in: Hand) -> None:
        source = """
        import torch
        def f(): torch.ones = None
        def g(): return torch.ones(2).sum().item()
        """
        student = hand_in(source, worlds=2)
        check(student, "f").f()
        assert check(student, "g").g() == 2

    def test_random_numbers_depend_on_the_check_alone(self, hand_in: Hand) -> None:
        source = """
        import random, numpy, torch
        noise = torch.rand(1).item()
        def f(): return [torch.rand(1).item(), random.random(), float(numpy.random.rand()), noise]
        """
        first, second = hand_in(source), hand_in(source)
        for student in (first, second):
            check(student, "f", "warm").f()
        assert check(first, "f", "a").f() == check(second, "f", "a").f()
        assert check(first, "f", "a").f()[:3] != check(first, "f", "b").f()[:3]


class TestFaults:
    def test_what_hung_is_not_waited_for_again(self, hand_in: Hand) -> None:
        student = hand_in("def f():\n  while True: pass\ndef g(): return 1", worlds=2)
        assert fault(lambda: check(student, "f", "one").f()).message == "The call was stopped after 0.5 s."
        started = time.monotonic()
        again = fault(lambda: check(student, "f", "two").f())
        assert type(again) is Stopped
        assert again.message == "Not run again: `f` was already stopped after 0.5 s in an earlier check."
        assert time.monotonic() - started < 0.4
        assert check(student, "g").g() == 1

    def test_also_when_it_was_a_method_or_a_gradient_that_hung(self, hand_in: Hand) -> None:
        source = """
        class A:
            def run(self):
                while True: pass
        """
        student = hand_in(source, classes=frozenset({"A"}))
        assert type(fault(lambda: check(student, "A", "one").A().run())) is Stopped
        assert fault(lambda: check(student, "A", "two").A()).message.startswith("Not run again: `A`")

    def test_what_ended_its_process_gets_another(self, hand_in: Hand) -> None:
        student = hand_in("import os\ndef f(n):\n  if n: os._exit(0)\n  return 1")
        assert type(fault(lambda: check(student, "f", "one").f(1))) is Crashed
        assert check(student, "f", "two").f(0) == 1

    def test_a_crash_within_a_check_leaves_the_rest_of_it_a_process(self, hand_in: Hand) -> None:
        it = check(hand_in("import os\ndef f(n):\n  if n: os._exit(0)\n  return 1"), "f")
        assert type(fault(lambda: it.f(1))) is Crashed
        assert type(fault(lambda: it.f(0))) is Crashed, "the check has seen enough"

    def test_a_stub_is_named(self, hand_in: Hand) -> None:
        it = check(hand_in("def f(x):\n    raise NotImplementedError"), "f")
        stub = fault(lambda: it.f(1))
        assert type(stub) is NotWritten
        assert "`f` is not implemented yet: `raise NotImplementedError` still stands in ex3.py, line 2" in stub.message

    def test_an_exception_of_their_own_is_not_a_stub(self, hand_in: Hand) -> None:
        it = check(hand_in("def f(x):\n    if x < 0: raise NotImplementedError('negative')\n    return 1"), "f")
        assert type(fault(lambda: it.f(-1))) is Raised


class TestLoading:
    def test_a_file_that_never_loads_costs_its_time_once(self, hand_in: Hand) -> None:
        student = hand_in("def f(): return 1\nwhile True: pass", limits=replace(LIMITS, load_seconds=0.5))
        words = "Running your file from top to bottom was stopped after 0.5 s; nothing in it can be checked."
        first = fault(lambda: check(student, "f").f())
        first.message, first.misconception = "changed by a check", "and named"
        started = time.monotonic()
        for item in "ghijkl":
            again = fault(lambda item=item: check(student, item).f())  # type: ignore[misc]
            assert type(again) is NotLoaded
            assert (again.message, again.misconception) == (words, None)
        assert time.monotonic() - started < 0.4

    def test_the_time_that_loading_takes_is_not_the_checks(self, hand_in: Hand) -> None:
        limits = replace(LIMITS, check_seconds=0.6, load_seconds=10)
        student = hand_in("import time\ntime.sleep(1.2)\ndef f(): time.sleep(0.1); return 1", limits=limits)
        assert check(student, "f").f() == 1

    def test_a_file_that_ends_its_process(self, hand_in: Hand) -> None:
        student = hand_in("import os\nos._exit(3)\ndef f(): return 1")
        for aspect in ("one", "two"):
            assert "it ended itself, with status 3" in fault(lambda: check(student, "f", aspect).f()).message  # noqa: B023

    def test_problems_on_the_way_are_kept(self, hand_in: Hand) -> None:
        student = hand_in("x = 1 / 0\ndef f(): return 1")
        assert check(student, "f").f() == 1
        assert [problem.message for problem in student.loaded.problems] == [
            "Your code raised ZeroDivisionError: division by zero."
        ]

    def test_answers(self, hand_in: Hand) -> None:
        student = hand_in(
            "import torch, numpy\nq1 = 'b'\nq2 = torch.tensor(2)\nq3 = numpy.float64(0.5)\nq4 = {'a', 'b'}\nq5 = len"
        )
        student.begin("q1.answer", "answers")
        assert [student.answer(f"q{n}") for n in range(1, 7)] == [
            "b", 2, 0.5, {"a", "b"}, "builtin_function_or_method", None,
        ]  # fmt: skip


class TestOutput:
    def test_it_is_told_with_the_check_in_which_it_was_printed(self, hand_in: Hand) -> None:
        student = hand_in("print('loading')\ndef f(n): print('call', n)")
        for aspect in ("1", "2"):
            check(student, "f", aspect).f(aspect)
            assert student.end() == f"call {aspect}\n"
        assert student.end() == ""

    def test_what_is_left_out_is_said(self, hand_in: Hand) -> None:
        student = hand_in("def f(): print('x' * 5000)", limits=replace(LIMITS, output_bytes=10))
        check(student, "f").f()
        assert student.end() == "x" * 10 + "\n… and 4991 more bytes, which were not kept"
