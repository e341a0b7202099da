"""What the reference shows before anybody is asked is worked out once; everything else is run for each submission."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from grader.checks.direct import execute
from grader.checks.inprocess import InProcess
from grader.checks.plugin import CheckPlugin, Run
from grader.checks.remembering import Memory, RememberingOracle
from grader.errors import Fault
from grader.result.verdict import Verdict
from tests.unit.checks.small import Small, make

REFERENCE = """
import torch
asked = []
def double(x):
    asked.append(float(x.sum()))
    return 2 * x
def zero(x):
    torch.rand(3)
    return 0 * x
"""
CHECKS = """
@pytest.mark.check("double.value", points=1)
def test_value(agree, rng):
    '''doubles'''
    x = rng.normal(3)
    agree("double", x)
    agree("double", x + 1)
"""
ASKS_FIRST = """
@pytest.mark.check("double.value", points=1)
def test_value(agree, rng, student):
    '''doubles what it doubled'''
    agree("double", student.double(rng.normal(3)))
"""
DRAWS = """
@pytest.mark.check("zero.value", points=1)
def test_value(agree, rng, insight):
    '''is zero'''
    agree("zero", rng.normal(3))
    insight(str(torch.rand(())))
"""


class Student(InProcess):
    """A file that knows whether the check has asked it anything, as a submission behind the wall does."""

    def __init__(self, source: str) -> None:
        super().__init__(execute(source))
        self.asked = False

    def begin(self, check: str, world: str) -> None:
        """Nothing has been asked yet."""
        self.asked = False

    def namespace(self, item: str) -> Student:
        """Its names."""
        return self

    def __getattr__(self, name: str) -> Callable[..., object]:
        def ask(*args: object) -> object:
            self.asked = True
            return getattr(self._module, name)(*args)

        return ask


def runs(small: Small, *runs: tuple[str, int]) -> list[tuple[str, str, int]]:
    """(outcome, message, questions to the reference) for each (source, seed), all with one memory."""
    memory: Memory = {}
    found: list[tuple[str, str, int]] = []

    def run(plugin: CheckPlugin, student: Student, seed: int) -> None:
        assert plugin.material.reference is not None
        asked: list[float] = plugin.material.reference.asked
        before = len(asked)

        def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
            found.append((verdict.outcome, verdict.message, len(asked) - before))

        oracle = partial(RememberingOracle, plugin.material, memory, lambda: student.asked)
        plugin.run(Run(student, seed, report, oracle=oracle))

    def loop(plugin: CheckPlugin) -> None:
        for source, seed in runs:
            run(plugin, Student(source), seed)

    small.collect(loop)
    return found


RIGHT, WRONG = "def double(x): return x + x", "def double(x): return x * x"


def test_the_first_agreement_is_remembered_for_its_seed(tmp_path: Path) -> None:
    found = runs(make(tmp_path, CHECKS, REFERENCE), (RIGHT, 1), (RIGHT, 1), (RIGHT, 2), (RIGHT, 1))
    assert [(outcome, questions) for outcome, _, questions in found] == [
        ("passed", 2), ("passed", 1), ("passed", 2), ("passed", 1)
    ]  # fmt: skip


def test_a_wrong_answer_is_wrong_from_memory_too(tmp_path: Path) -> None:
    afresh, remembered = runs(make(tmp_path, CHECKS, REFERENCE), (WRONG, 1), (WRONG, 1))
    assert afresh[:2] == remembered[:2]
    assert remembered[0] == "failed"


def test_inputs_that_a_student_answered_are_nobody_elses(tmp_path: Path) -> None:
    """The reference has to double what each student returned: a right answer once, a wrong one differently."""
    once = "calls = []\ndef double(x):\n    calls.append(0)\n    return x * x if len(calls) == 1 else 2 * x"
    small = make(tmp_path, ASKS_FIRST, REFERENCE)
    assert runs(small, (RIGHT, 1), (once, 1), (RIGHT, 1)) == [("passed", "", 1)] * 3


def test_torchs_generator_goes_on_from_where_the_reference_left_it(tmp_path: Path) -> None:
    afresh, remembered = runs(make(tmp_path, DRAWS, REFERENCE), *[("def zero(x): return 0 * x", 1)] * 2)
    assert afresh == remembered
    assert afresh[1].startswith("tensor(0.")
