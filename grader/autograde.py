"""Grades one submission for a learning platform: sealed or not at all, and whatever happens, there is an answer."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from grader.container import shortage
from grader.course.catalog import find_course, load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.errors import GraderError
from grader.pipeline import grade, open_engine
from grader.reports.notice import Notice
from grader.result.model import Result
from grader.submission.collect import read_submission

LEVEL = "sealed"
"""What recorded grades need."""


def autograde(
    exercise_id: str, path: Path, *, course: Path | None = None, seed: int | None = None
) -> tuple[Result | Notice, str]:
    """Grade what was handed in at `path`. Raises nothing that is an Exception.

    Returns the result, or the notice of why there is none, and for the people in charge what went wrong, if anything.
    """
    most = Fraction(0)
    try:
        with Engine() as started:
            exercise = load_exercise(find_course(course), exercise_id)
            most = _attainable(exercise)
            submission = read_submission(path, exercise.file, handout=exercise.folder)
            with open_engine(exercise, submission=submission, isolation=LEVEL, engine=started) as engine:
                result = grade(exercise, submission, engine, seed=seed)
    except GraderError as error:
        return Notice.of_error(error, most), f"{error.message}\n{error.advice}".strip()
    except Exception as error:
        return Notice.of_error(error, most), f"{type(error).__name__}: {error}"
    return result, "\n".join(filter(None, (result.problem, shortage(exercise.limits.memory_mib))))


def _attainable(exercise: Exercise) -> Fraction:
    return sum((item.points for item in exercise.items if item.kind != "written"), Fraction(0))
