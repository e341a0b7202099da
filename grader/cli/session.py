"""One exercise opened for grading: the engine that loads while its files are read, and the submission to grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.course.exercise import Exercise
    from grader.engine import Engine
    from grader.pipeline import Event
    from grader.result.model import Result
    from grader.submission.source import Submission


@dataclass(frozen=True)
class Session:
    """What a verb that grades needs."""

    course: Path
    exercise: Exercise
    path: Path
    """The file or folder that is graded."""
    parts: tuple[str, ...]
    engine: Engine
    only: Submission | None = None
    """The submission, if there will be no other."""

    def read(self) -> Submission:
        """The submission as it now is."""
        return self.only or read(self.exercise, self.path)

    def grade(self, submission: Submission, *, seed: int | None, on_event: Callable[[Event], None]) -> Result:
        """Grade it."""
        from grader import pipeline

        return pipeline.grade(self.exercise, submission, self.engine, seed=seed, parts=self.parts, on_event=on_event)


@contextmanager
def open_session(
    exercise_id: str,
    path: Path | None,
    *,
    course: Path | None,
    parts: tuple[str, ...],
    isolation: str | None,
    once: bool = False,
) -> Iterator[Session]:
    """Open the exercise, to grade `once` or again and again.

    The engine is started before all else, even imports, so that torch loads meanwhile.
    """
    from grader.engine import Engine

    with Engine() as started:
        from grader import pipeline
        from grader.cli.find import submission_path
        from grader.course.catalog import find_course, load_exercise

        folder = find_course(course)
        exercise = load_exercise(folder, exercise_id)
        _check_parts(exercise, parts)
        found = submission_path(exercise, path)
        only = read(exercise, found) if once else None
        with pipeline.open_engine(exercise, submission=only, isolation=isolation, engine=started) as engine:
            yield Session(folder, exercise, found, parts, engine, only)


def read(exercise: Exercise, path: Path) -> Submission:
    """Read a submission."""
    from grader.submission.collect import read_submission

    return read_submission(path, exercise.file, handout=exercise.folder)


def _check_parts(exercise: Exercise, parts: tuple[str, ...]) -> None:
    known = [part.id for part in exercise.parts]
    for part in parts:
        if part not in known:
            raise UsageError(f"{exercise.id} has no part {part}.", f"Its parts are {', '.join(known)}.")
