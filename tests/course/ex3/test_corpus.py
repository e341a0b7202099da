"""Fairness and diagnosis: every right way gets full marks, every wrong one fails and is named, over five seeds.

`solutions/ex3/alternatives/<item>/<way>.py` and `wrong/<item>/<misconception>.py` hold one item each, as a student
would write it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.verdict import Verdict
from grader.submission.collect import read_submission

HERE = Path(__file__).parent
COURSE = HERE.parents[2]
SEEDS = range(1, 6)
RIGHT, WRONG = COURSE / "solutions" / "ex3" / "alternatives", HERE / "wrong"


def files(folder: Path) -> list[Path]:
    """The corpus files, in a fixed order."""
    return sorted(folder.glob("*/*.py"))


def name(path: Path) -> str:
    """item/way, as pytest shows it."""
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 3 of this course."""
    return load_exercise(COURSE, "ex3")


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine for all files."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


def verdicts(exercise: Exercise, engine: Engine, path: Path, seed: int) -> list[Verdict]:
    """The verdicts on the file's one item."""
    found: list[Verdict] = []
    submission = read_submission(path, path.stem)
    engine.wait()
    examination = engine.grade(
        submission, seed=seed, items=frozenset([path.parent.name]), limits=exercise.limits, on_verdict=found.append
    )
    assert examination.fault is None, examination.detail
    return found


@pytest.mark.parametrize("path", files(RIGHT), ids=name)
def test_a_right_way_gets_full_marks(exercise: Exercise, engine: Engine, path: Path) -> None:
    for seed in SEEDS:
        wrong = [(v.id, v.outcome, v.message) for v in verdicts(exercise, engine, path, seed) if v.outcome != "passed"]
        assert wrong == [], f"seed {seed}"


@pytest.mark.parametrize("path", files(WRONG), ids=name)
def test_a_misconception_fails_and_is_named_first(exercise: Exercise, engine: Engine, path: Path) -> None:
    expected = path.stem.partition("--")[0]
    for seed in SEEDS:
        missed = [v for v in verdicts(exercise, engine, path, seed) if v.outcome != "passed"]
        assert missed, f"seed {seed}: nothing failed"
        assert missed[0].misconception == expected, f"seed {seed}: {missed[0].id}: {missed[0].message}"


@pytest.mark.parametrize(
    "item", [item.name for item in load_exercise(COURSE, "ex3").items if item.kind in ("function", "class")]
)
def test_every_item_has_five_right_ways(item: str) -> None:
    assert len(list((RIGHT / item).glob("*.py"))) >= 5
