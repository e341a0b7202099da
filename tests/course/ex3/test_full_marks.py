"""The two ends of the scale, over twenty seeds: full marks for the full-marks file, nothing for the stub."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.model import Result
from grader.submission.collect import read_submission

COURSE = Path(__file__).parents[3]
FULL_MARKS = COURSE / "tests" / "specimens" / "full_marks"
STUB = COURSE / "exercises" / "ex3"
SEEDS = range(20)


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 3 of this course."""
    return load_exercise(COURSE, "ex3")


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


def points(result: Result) -> list[float]:
    """Reached, reachable, and waiting for a person."""
    return [float(points) for points in (result.score, result.max_score, result.pending)]


@pytest.mark.parametrize("file", ["ex3.py", "ex3.ipynb"])
def test_full_marks(exercise: Exercise, engine: Engine, file: str) -> None:
    submission = read_submission(FULL_MARKS / file, "ex3")
    for seed in SEEDS:
        result = pipeline.grade(exercise, submission, engine, seed=seed)
        assert points(result) == [86.0, 86.0, 14.0], f"seed {seed}"


@pytest.mark.parametrize("file", ["ex3.py", "ex3.ipynb"])
def test_nothing_for_the_stub(exercise: Exercise, engine: Engine, file: str) -> None:
    submission = read_submission(STUB / file, "ex3")
    for seed in SEEDS:
        result = pipeline.grade(exercise, submission, engine, seed=seed)
        assert points(result) == [0.0, 86.0, 14.0], f"seed {seed}"
        for check in result.checks:
            words = "Not answered yet" if check.id.endswith(".answer") else "is not implemented yet"
            assert check.outcome == "pending" or words in check.message, f"seed {seed}: {check.id}: {check.message}"
