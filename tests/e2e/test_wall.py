"""A check sees through the wall what it would see in one process, and a fault of one function stays with it."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import pipeline
from grader.checks import direct
from grader.checks.material import load
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.model import Check, Result
from grader.result.verdict import Verdict
from grader.submission.source import Cell, Submission

COURSE = Path(__file__).parents[2]
FULL_MARKS = (COURSE / "tests" / "specimens" / "full_marks" / "ex3.py").read_text(encoding="utf-8")
WRONG = COURSE / "tests" / "course" / "ex3" / "wrong"
SEED = 7

SPREAD = (
    "residual_add/averaged", "residual_add/forgot_add", "residual_add/inplace_autograd",
    "residual_add/inplace_mutation",
    "residual_add/shortcut_detached", "residual_add/silent_broadcast", "residual_add/sublayer_called_twice",
    "residual_add/wrong_return_type", "ResidualSublayer/averaged", "ResidualSublayer/norm_twice",
    "SelfAttentionAdapter/batch_first_forgotten", "ResidualStack/shared_module", "ResidualStack/unregistered_modules",
    "chain_gradient/float32_underflow", "gradient_norms/mutates_input", "split_vjp/jvp_not_vjp",
    "zero_init_last_projection/bias_left", "zero_init_last_projection/frozen", "zero_case_output/post_norm_is_identity",
)  # fmt: skip


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 3, with less patience."""
    whole = load_exercise(COURSE, "ex3")
    return dataclasses.replace(whole, limits=dataclasses.replace(whole.limits, call_seconds=2.0))


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


def submission(source: str) -> Submission:
    """A file that somebody handed in."""
    return Submission("ada", "ex3.py", "0" * 64, (Cell("ex3.py", source),))


def with_definition(item: str) -> str:
    """The full-marks file in which a wrong definition comes last, and so counts."""
    return FULL_MARKS + "\n" + (WRONG / f"{item}.py").read_text(encoding="utf-8")


def seen_in_one_process(sources: list[str]) -> list[dict[str, tuple[object, ...]]]:
    """What the checks say of each source when student and checks share a process."""
    material = load(COURSE / "exercises" / "ex3", COURSE / "solutions" / "ex3")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of student code are no errors, though this test's own would be
        return [{v.id: said(v) for v in verdicts} for verdicts in direct.run(material, sources, SEED)]


def said(verdict: Verdict | Check) -> tuple[object, ...]:
    """What must not depend on the wall. In one process an exception is a failure, and has no deadline to miss."""
    outcome = "failed" if verdict.outcome == "error" else verdict.outcome
    return outcome, verdict.misconception, verdict.score


def test_every_check_sees_the_same_with_and_without_the_wall(exercise: Exercise, engine: Engine) -> None:
    sources = [FULL_MARKS, *(with_definition(item) for item in SPREAD)]
    without = seen_in_one_process(sources)
    for source, expected in zip(sources, without, strict=True):
        result = pipeline.grade(exercise, submission(source), engine, seed=SEED)
        assert result.fault is None, result.problem
        seen = {check.id: said(check) for check in result.checks}
        assert seen == expected
    assert all(outcome in ("passed", "pending") for outcome, *_ in without[0].values())
    assert all(any(outcome == "failed" for outcome, *_ in expected.values()) for expected in without[1:])


@pytest.mark.parametrize("tame", [True, False], ids=["one worker for all", "a worker for each item"])
def test_one_functions_fault_never_moves_anothers_mark(exercise: Exercise, engine: Engine, tame: bool) -> None:
    source = """
import torch
import os as _os

def residual_add(x, sublayer):
    while True:
        pass

def zero_case_output(x, norm, placement):
    END_THE_PROCESS

def chain_gradient(d, residual):
    return (1 + d if residual else d).prod()
"""
    ending = "return [].pop()" if tame else "_os._exit(0)"
    started = time.monotonic()
    result = pipeline.grade(exercise, submission(source.replace("END_THE_PROCESS", ending)), engine, seed=SEED)
    assert result.fault is None, result.problem
    points = {
        item: sum(c.score for c in result.checks if c.item == item) for item in ("residual_add", "chain_gradient")
    }
    assert points == {"residual_add": 0, "chain_gradient": 6}
    assert {c.outcome for c in result.checks if c.item == "residual_add"} == {"timeout"}
    assert all(c.outcome != "passed" for c in result.checks if c.item == "zero_case_output")
    if not tame:
        assert {c.outcome for c in result.checks if c.item == "zero_case_output"} == {"crashed"}
    assert time.monotonic() - started < exercise.limits.submission_seconds


def test_a_function_that_hung_is_not_waited_for_again(exercise: Exercise, engine: Engine) -> None:
    source = "import torch\ndef residual_add(x, sublayer):\n    while True:\n        pass\n"
    result = pipeline.grade(exercise, submission(source), engine, seed=SEED, parts=["A"])
    first, *rest = [check for check in result.checks if check.item == "residual_add"]
    assert "stopped after" in first.message
    assert all("Not run again" in check.message for check in rest)


def comparable(result: Result) -> object:
    """A result without what differs from run to run."""
    parts = [[(c.id, c.outcome, c.score, c.misconception, c.message) for c in part.checks] for part in result.parts]
    return parts, result.seed


def test_the_same_seed_gives_the_same_result(exercise: Exercise, engine: Engine) -> None:
    mixed = submission(
        with_definition("residual_add/averaged") + "\ndef zero_case_output(x, norm, placement):\n    return x * 2\n"
    )
    first, again = (pipeline.grade(exercise, mixed, engine, seed=3) for _ in range(2))
    assert comparable(first) == comparable(again)


def test_another_seed_gives_other_inputs(exercise: Exercise, engine: Engine) -> None:
    shows = submission("def zero_case_output(x, norm, placement):\n    print(x.flatten()[0].item())\n    return x\n")
    printed = [
        next(c.output for c in pipeline.grade(exercise, shows, engine, seed=seed, parts=["C"]).checks if c.output)
        for seed in (1, 2, 1)
    ]
    assert printed[0] == printed[2] != printed[1]


def test_missing_and_nearly_right_names_are_told(exercise: Exercise, engine: Engine) -> None:
    result = pipeline.grade(
        exercise, submission("def residual_Add(x, f):\n    return x\n"), engine, seed=1, parts=["A"]
    )
    messages = {check.item: check.message for check in result.checks}
    assert (
        messages["residual_add"] == "ex3.py has no `residual_add`; it has `residual_Add`. Rename it to `residual_add`."
    )
    assert messages["FeedForward"] == "ex3.py has no `FeedForward`."


@pytest.mark.parametrize(
    ("source", "words"),
    [("def residual_add(x, f:\n    pass\n", "line 1"), ("x = 1\nraise KeyError('here')\n", "line 2")],
    ids=["does not parse", "does not import"],
)
def test_a_file_that_does_not_load_says_where(exercise: Exercise, engine: Engine, source: str, words: str) -> None:
    result = pipeline.grade(exercise, submission(source), engine, seed=1, parts=["A"])
    assert result.score == 0
    assert all(words in check.message for check in result.checks)


def below(pid: int) -> set[int]:
    """All processes below one."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
    found: set[int] = set()
    level = {pid}
    while level:
        level = {child for child, parent in parents.items() if parent in level}
        found |= level
    return found


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM], ids=lambda how: how.name)
def test_no_process_outlives_the_command(tmp_path: Path, how: signal.Signals) -> None:
    file = tmp_path / "ex3.py"
    file.write_text("def residual_add(x, f):\n    while True:\n        pass\n", encoding="utf-8")
    command = subprocess.Popen(
        [sys.executable, "-m", "grader", "ex3", str(file)],
        cwd=COURSE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while len(started := below(command.pid)) < 3:  # engine, zygote, and an examiner or worker
        assert command.poll() is None
        time.sleep(0.05)
    os.kill(command.pid, how)
    command.wait()
    gone = time.monotonic() + 30
    while left := {pid for pid in started if Path(f"/proc/{pid}").exists()}:
        assert time.monotonic() < gone, f"{left} are still there"
        time.sleep(0.05)
