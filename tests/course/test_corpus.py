"""Diagnosis: what students write when they believe something wrong fails, and is named first.

That the right ways of `solutions/<exercise>/alternatives` get full marks is proven by the exercise's audit.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import load_exercise
from grader.result.verdict import Verdict
from grader.submission.collect import read_submission
from tests.course.conftest import Warm
from tests.course.places import COURSE, EXERCISES, HERE, SEEDS, WRONG, full_marks


def missed(warm: Warm, exercise_id: str, path: Path, seed: int, items: frozenset[str] | None = None) -> list[Verdict]:
    """The verdicts on the file that cost points."""
    exercise, engine = warm(exercise_id)
    found: list[Verdict] = []
    engine.wait()
    examination = engine.grade(
        read_submission(path, path.stem), seed=seed, items=items, limits=exercise.limits, on_verdict=found.append
    )
    assert examination.fault is None, examination.detail
    assert found, "nothing was checked"
    return [verdict for verdict in found if verdict.outcome not in ("passed", "pending")]


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_a_right_file_gets_full_marks(warm: Warm, exercise_id: str) -> None:
    for seed in SEEDS:
        assert missed(warm, exercise_id, full_marks(exercise_id), seed) == [], f"seed {seed}"


@pytest.mark.parametrize("path", WRONG, ids=lambda path: str(path.relative_to(HERE).with_suffix("")))
def test_a_misconception_fails_and_is_named_first(warm: Warm, path: Path) -> None:
    exercise_id, _, item, _ = path.relative_to(HERE).parts
    for seed in SEEDS:
        first = missed(warm, exercise_id, path, seed, frozenset([item]))[0]
        assert first.misconception == path.stem.partition("--")[0], f"seed {seed}: {first.id}: {first.message}"


@pytest.mark.parametrize("exercise_id", EXERCISES)
def test_every_item_has_several_right_ways(exercise_id: str) -> None:
    exercise = load_exercise(COURSE, exercise_id)
    for item in exercise.items:
        if item.kind in ("function", "class"):
            assert len(list((exercise.solutions / "alternatives" / item.name).glob("*.py"))) >= 3, item.name
