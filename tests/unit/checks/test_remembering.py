"""What the reference shows before anybody is asked is worked out once; everything else is run for each submission."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from grader.checks.direct import execute
from grader.checks.inprocess import InProcess
from grader.checks.plugin import CheckPlugin, Run
from grader.checks.remembering import Memory, RememberingOracle, remember
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
    asked.append(0.0)
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


DRAWS_ANEW = """
GENERATOR = torch.Generator().manual_seed(0)

@pytest.mark.check("double.value", points=1)
def test_value(agree):
    '''doubles what no seed determines'''
    agree("double", torch.rand(3, generator=GENERATOR))
"""
DRAWS_ELSEWHERE = """
import random

@pytest.mark.check("double.value", points=1)
def test_value(agree):
    '''doubles what Python draws'''
    agree("double", torch.tensor([random.random()]))
"""
USES_THE_STUDENT = """
@pytest.mark.check("double.value", points=1)
def test_value(agree, student, rng):
    '''doubles twice'''
    agree(lambda it, x: it.double(student.double(x)), rng.normal(3))
"""
RAISES_ONCE = """
@pytest.mark.check("fragile.value", points=1)
def test_value(agree, rng):
    '''breaks once'''
    agree("fragile", rng.normal(3))
"""


Graded = tuple[str, str, int]
"""Outcome, message, questions to the reference."""


def graded(small: Small, *sources: str, seed: int = 1) -> list[Graded]:
    """How an engine that remembers what it learnt from seed 1 grades some files."""
    found: list[Graded] = []

    def run(plugin: CheckPlugin, memory: Memory, source: str) -> None:
        assert plugin.material.reference is not None
        asked: list[float] = plugin.material.reference.asked
        before = len(asked)

        def report(verdict: Verdict, fault: Fault | None, detail: str) -> None:
            found.append((verdict.outcome, verdict.message, len(asked) - before))

        oracle = partial(RememberingOracle, plugin.material, memory)
        plugin.run(Run(InProcess(execute(source)), seed, report, oracle=oracle))

    def loop(plugin: CheckPlugin) -> None:
        memory = remember(plugin, 1)
        for source in sources:
            run(plugin, memory, source)

    small.collect(loop)
    return found


RIGHT, WRONG = "def double(x): return x + x", "def double(x): return x * x"


def test_the_first_agreement_is_remembered(tmp_path: Path) -> None:
    assert graded(make(tmp_path, CHECKS, REFERENCE), RIGHT, RIGHT) == [("passed", "", 1)] * 2


def test_another_seed_is_another_thing(tmp_path: Path) -> None:
    assert graded(make(tmp_path, CHECKS, REFERENCE), RIGHT, seed=2) == [("passed", "", 2)]


def test_a_wrong_answer_is_wrong_from_memory_too(tmp_path: Path) -> None:
    small = make(tmp_path, CHECKS, REFERENCE)
    ((outcome, message, questions),) = graded(small, WRONG)
    live = small.one(WRONG).verdict
    assert (outcome, message, questions) == (live.outcome, live.message, 0)
    assert outcome == "failed"


@pytest.mark.parametrize("checks", [ASKS_FIRST, USES_THE_STUDENT, DRAWS_ANEW], ids=["before", "within", "anew"])
def test_inputs_that_do_not_follow_from_the_seed(tmp_path: Path, checks: str) -> None:
    """The student's answers are among them, and the next student has others."""
    once = "calls = []\ndef double(x):\n    calls.append(0)\n    return 3 * x if len(calls) == 1 else 2 * x"
    right, other, again = graded(make(tmp_path, checks, REFERENCE), RIGHT, once, RIGHT)
    assert right == again == ("passed", "", 1)
    assert other[2] == 1


def test_all_that_draws_by_itself_is_seeded(tmp_path: Path) -> None:
    assert graded(make(tmp_path, DRAWS_ELSEWHERE, REFERENCE), RIGHT, RIGHT) == [("passed", "", 0)] * 2


def test_what_the_reference_raised_is_not_kept(tmp_path: Path) -> None:
    reference = REFERENCE + (
        "def fragile(x):\n    asked.append(0.0)\n    if len(asked) in (1, 3): raise MemoryError\n    return x\n"
    )
    small = make(tmp_path, RAISES_ONCE, reference)
    assert [outcome for outcome, _, _ in graded(small, "def fragile(x): return 1 * x")] == ["passed"]


def test_torchs_generator_goes_on_from_where_the_reference_left_it(tmp_path: Path) -> None:
    small = make(tmp_path, DRAWS, REFERENCE)
    zero = "def zero(x): return 0 * x"
    ((outcome, message, _),) = graded(small, zero)
    assert outcome == "passed"
    assert message == small.one(zero).verdict.message
    assert message.startswith("tensor(0.")
