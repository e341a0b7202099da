"""Finds the course on the disk, and the exercises in it."""

from __future__ import annotations

import difflib
from pathlib import Path

from grader.course.config import read_exercise
from grader.course.exercise import Exercise
from grader.errors import UsageError


def find_course(named: Path | None = None, start: Path | None = None) -> Path:
    """Return the course's folder: the named one, else the nearest at or above `start` (the current folder).

    A course is a folder that has a folder `exercises`. Raises UsageError when there is none.
    """
    if named is not None:
        if (named / "exercises").is_dir():
            return named.resolve()
        raise UsageError(f"{named} is not a course: it has no folder `exercises`.")
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / "exercises").is_dir():
            return folder
    raise UsageError(
        f"There is no course here: neither {start} nor a folder above it has a folder `exercises`.",
        "Go to the course's folder, or name it with --course DIR.",
    )


def exercise_ids(course: Path) -> list[str]:
    """Return the ids of the course's exercises, sorted."""
    return sorted(config.parent.name for config in (course / "exercises").glob("*/exercise.toml"))


def load_exercise(course: Path, exercise_id: str) -> Exercise:
    """Return an exercise of the course. Raises UsageError when there is none of this id, ExerciseFault for mistakes."""
    known = exercise_ids(course)
    if exercise_id not in known:
        raise UsageError(f"There is no exercise `{exercise_id}` in {course}.", _advice(exercise_id, known))
    return read_exercise(course / "exercises" / exercise_id, course / "solutions" / exercise_id)


def _advice(wanted: str, known: list[str]) -> str:
    if not known:
        return "A folder of exercises/ is an exercise when it holds an exercise.toml."
    near = difflib.get_close_matches(wanted, known, n=1, cutoff=0.5)
    return f"Did you mean `{near[0]}`?" if near else f"There are: {', '.join(known)}."
