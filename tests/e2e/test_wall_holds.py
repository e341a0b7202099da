"""What stands on which side: nothing of the course in a worker, in the zygote or in their memory; and when a process of
the grader's dies in the middle, that is nobody's mark.
"""

from __future__ import annotations

import dataclasses
import json
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.model import Result
from grader.sandbox.frames import ProtocolError
from grader.submission.source import Cell, Submission

COURSE = Path(__file__).parents[2]
FULL_MARKS = (COURSE / "tests" / "specimens" / "full_marks" / "ex3.py").read_text(encoding="utf-8")
MARK = "a-course-whose-path-is-like-no-other"


def submission(source: str) -> Submission:
    """A file that somebody handed in."""
    return Submission("ada", "ex3.py", "0" * 64, (Cell("ex3.py", source),))


def children(pid: int) -> list[int]:
    """Processes whose parent this is, oldest first."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == pid and fields[0] not in "ZX":
                found.append((int(fields[19]), int(entry.name)))
    return [pid for _, pid in sorted(found)]


# --- what a worker and the zygote hold ------------------------------------------------------------------------------

LOOKS_AROUND = """
import gc
import os
import sys

def residual_add(x, sublayer):
    grader = sorted(name for name in sys.modules if name.partition(".")[0] in ("grader", "pytest", "_pytest", "pluggy"))
    print("modules", grader)
    print("environment", dict(os.environ), sys.argv, sys.path)
    held = [o for o in gc.get_objects() if type(o).__name__ in ("Exercise", "Material", "Misconception", "Verdict")]
    print("objects", len(held))
    return x + sublayer(x)
"""
ALLOWED = ("grader.sandbox", "grader.errors", "grader.limits", "grader.wording", "grader.result.verdict")
"""What a worker is made of: the wall itself, limits, words and the kinds of outcomes."""


@pytest.fixture
def hidden(tmp_path: Path) -> Exercise:
    """Exercise 3 at a place whose name can be searched for."""
    course = tmp_path / MARK
    for folder in ("exercises", "solutions"):
        shutil.copytree(COURSE / folder / "ex3", course / folder / "ex3")
    return load_exercise(course, "ex3")


def memory(pid: int) -> Iterator[bytes]:
    """The private writable memory of a process, piece by piece; PermissionError for who may not look."""
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as content:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            span, rights, *_ = line.split()
            if not rights.startswith("rw"):
                continue
            start, end = (int(part, 16) for part in span.split("-"))
            for at in range(start, end, 1 << 24):
                try:
                    content.seek(at)
                    yield content.read(min(1 << 24, end - at))
                except (OSError, ValueError):  # a page that is not there
                    continue


def test_a_worker_holds_nothing_of_the_course(hidden: Exercise) -> None:
    with pipeline.open_engine(hidden) as engine:
        result = pipeline.grade(hidden, submission(LOOKS_AROUND), engine, seed=1, parts=["A"])
    printed = next(check.output for check in result.checks if check.output)
    lines = dict(line.split(" ", 1) for line in printed.splitlines())
    modules = json.loads(lines["modules"].replace("'", '"'))
    strangers = [m for m in modules if not m.startswith(ALLOWED) and m not in ("grader", "grader.result")]
    assert strangers == []
    assert "grader.sandbox.worker" in modules
    assert lines["environment"] == "{} [''] []"
    assert lines["objects"] == "0"
    assert MARK not in printed


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="looks into /proc")
def test_neither_does_the_zygote_nor_a_workers_memory(hidden: Exercise) -> None:
    hangs = submission("def residual_add(x, sublayer):\n    while True:\n        pass\n")
    patient = dataclasses.replace(hidden, limits=dataclasses.replace(hidden.limits, call_seconds=2.0))
    looked_at: list[str] = []

    def look(pid: int, name: str) -> None:
        assert MARK not in Path(f"/proc/{pid}/cmdline").read_text()
        try:
            assert MARK not in Path(f"/proc/{pid}/environ").read_text()
            pieces = list(memory(pid))
        except PermissionError:  # a normal user may not look into what was hardened, which is as good
            return
        assert sum(map(len, pieces)) > 1 << 20
        assert not any(MARK.encode() in piece for piece in pieces), f"the {name} knows where the course is"
        looked_at.append(name)

    with pipeline.open_engine(patient) as engine:
        engine.wait()
        (zygote,) = children(engine.pid)
        look(zygote, "zygote")

        def on_event(event: pipeline.Event) -> None:
            for worker in children(zygote):
                look(worker, "worker")

        pipeline.grade(patient, hangs, engine, seed=1, parts=["A"], on_event=on_event)
        if os.geteuid() == 0:
            assert {"zygote", "worker"} <= set(looked_at)
            assert any(MARK.encode() in piece for piece in memory(engine.pid)), "the search finds what is there"


# --- processes of the grader's that die -------------------------------------------------------------------------------


@pytest.fixture
def exercise() -> Exercise:
    """Exercise 3."""
    return load_exercise(COURSE, "ex3")


def graded_while(exercise: Exercise, engine: Engine, happens: Callable[[], None]) -> Result:
    """The result of the full-marks file when something happens after the third verdict."""
    verdicts: list[object] = []

    def on_event(event: pipeline.Event) -> None:
        if event[0] == "verdict":
            verdicts.append(event)
            if len(verdicts) == 3:
                happens()

    return pipeline.grade(exercise, submission(FULL_MARKS), engine, seed=1, on_event=on_event)


@pytest.mark.parametrize("victim", ["engine", "zygote", "examiner"])
def test_a_process_of_ours_that_dies_is_nobodys_mark(exercise: Exercise, victim: str) -> None:
    with pipeline.open_engine(exercise) as engine:
        engine.wait()
        (zygote,) = children(engine.pid)

        def kill() -> None:
            examiners = [pid for pid in children(engine.pid) if pid != zygote]
            pid = {"engine": engine.pid, "zygote": zygote, "examiner": examiners[-1]}[victim]
            os.kill(pid, signal.SIGKILL)

        result = graded_while(exercise, engine, kill)
        assert (result.status, result.fault) == ("not_graded", "grader"), result.score
        assert result.problem
        if victim == "examiner":  # the engine itself is well, and grades the next one
            assert pipeline.grade(exercise, submission(FULL_MARKS), engine, seed=1).full_marks


def test_a_worker_that_is_killed_from_outside_costs_only_its_check(exercise: Exercise) -> None:
    """As the kernel does when the machine runs out of memory; the next check gets another worker."""
    with pipeline.open_engine(exercise) as engine:
        engine.wait()
        (zygote,) = children(engine.pid)

        def kill() -> None:
            for worker in children(zygote):
                os.kill(worker, signal.SIGKILL)

        result = graded_while(exercise, engine, kill)
    assert result.fault is None, result.problem
    assert len([check for check in result.checks if check.outcome not in ("passed", "pending")]) <= 2


def test_an_engine_that_talks_nonsense_is_ended(exercise: Exercise) -> None:
    """An examiner that is killed within a message leaves half of it on the line."""
    with pipeline.open_engine(exercise) as engine:
        engine.wait()

        def half_a_message() -> Any:
            raise ProtocolError("not a valid message")

        def garble() -> None:
            engine._channel.receive = half_a_message  # type: ignore[method-assign]

        result = graded_while(exercise, engine, garble)
        assert (result.status, result.fault) == ("not_graded", "grader")
        assert children(os.getpid()).count(engine.pid) == 0
