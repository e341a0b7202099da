"""Diagnosis: what students write when they believe something wrong fails, and is named first.

`wrong/<item>/<misconception>.py` holds one item, as a student would write it. That other right ways get full marks is
shown by the exercise's audit.
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
SEEDS = range(1, 6)


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 2 of this course."""
    return load_exercise(HERE.parents[2], "ex2")


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine for all files."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


def missed(exercise: Exercise, engine: Engine, path: Path, seed: int, items: frozenset[str] | None) -> list[Verdict]:
    """The verdicts on the file that cost points."""
    found: list[Verdict] = []
    engine.wait()
    submission = read_submission(path, path.stem)
    examination = engine.grade(submission, seed=seed, items=items, limits=exercise.limits, on_verdict=found.append)
    assert examination.fault is None, examination.detail
    assert found, "nothing was checked"
    return [verdict for verdict in found if verdict.outcome != "passed"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_file_gets_full_marks(exercise: Exercise, engine: Engine, seed: int) -> None:
    assert missed(exercise, engine, HERE / "full_marks.py", seed, None) == []


@pytest.mark.parametrize("path", sorted(HERE.glob("wrong/*/*.py")), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_misconception_fails_and_is_named_first(exercise: Exercise, engine: Engine, path: Path) -> None:
    for seed in SEEDS:
        first = missed(exercise, engine, path, seed, frozenset([path.parent.name]))[0]
        assert first.misconception == path.stem.partition("--")[0], f"seed {seed}: {first.id}: {first.message}"
