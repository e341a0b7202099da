"""What the tests of the shipped exercises share: their places, and warm engines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from tests.course.places import COURSE

Warm = Callable[[str], tuple[Exercise, Engine]]


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    """By its id, an exercise of this course and an engine that stays warm."""
    with ExitStack() as stack:

        @cache
        def start(exercise_id: str) -> tuple[Exercise, Engine]:
            exercise = load_exercise(COURSE, exercise_id)
            return exercise, stack.enter_context(pipeline.open_engine(exercise))

        yield start
