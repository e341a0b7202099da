"""Grading one submission of a class from its content to its line in the store, in whatever process this runs."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from grader import pipeline
from grader.batch.engines import Stopped, cool, warm
from grader.course.exercise import Exercise
from grader.errors import GraderError
from grader.records.rows import Outcome, Run
from grader.result.assemble import assemble
from grader.result.model import Result
from grader.store import Store
from grader.submission.source import Submission

TRIES = 2
"""How often a submission is graded whose grading failed through no fault of the student's."""


@dataclass(frozen=True)
class Task:
    """All that grading one submission needs; it travels to other machines."""

    exercise: Exercise
    run: Run
    store: Path | str
    submission: Submission
    attempts: Mapping[int, str]
    """The attempts that it is recorded for, each with its student's id."""


def grade_and_record(task: Task) -> dict[int, int]:
    """Grade and record; return the id of each attempt's result.

    Raises only if the result cannot be recorded, or the batch was interrupted.
    """
    result = _graded(task)
    outcomes = {attempt: outcome_of(_for(result, student)) for attempt, student in task.attempts.items()}
    return _store(task.store).record(task.run, outcomes)


def prepare(exercise: Exercise, isolation: str) -> None:
    """Load an engine, to be kept warm. NotGraded if submissions cannot be graded here at all."""
    with warm(exercise, isolation).lend() as engine:
        engine.wait()


def faulty(exercise: Exercise, submission: Submission, run: Run, problem: str) -> Result:
    """The result of a submission that could not be graded for a fault of ours."""
    return assemble(
        exercise, submission, [], isolation=run.isolation, seed=run.seed, seconds=0, fault="grader", problem=problem
    )


def outcome_of(result: Result) -> Outcome:
    """The result as the store takes it."""
    reason = f"The {result.fault} failed.\n{result.problem}".strip() if result.fault else ""
    return Outcome(result.status, reason, result)


def _graded(task: Task) -> Result:
    for _ in range(TRIES):
        result = _tried(task)
        if not result.fault:
            break
    return result


def _tried(task: Task) -> Result:
    try:
        with warm(task.exercise, task.run.isolation).lend() as engine:
            result = pipeline.grade(task.exercise, task.submission, engine, seed=task.run.seed)
            if result.fault == "grader":
                engine.close()  # a fresh one is safer
        return result
    except Stopped:
        raise
    except GraderError as problem:
        return faulty(task.exercise, task.submission, task.run, problem.message)
    except Exception:
        return faulty(task.exercise, task.submission, task.run, traceback.format_exc())


def _for(result: Result, student: str) -> Result:
    submission = result.submission.model_copy(update={"student": student})
    return result.model_copy(update={"submission": submission})


_stores: dict[Path | str, Store] = {}
_opening = threading.Lock()


def _store(where: Path | str) -> Store:
    with _opening:
        if where not in _stores:
            _stores[where] = Store(where)
        return _stores[where]


def settle() -> None:
    """Give up what this process keeps for further tasks: engines and connections."""
    cool()
    with _opening:
        while _stores:
            _stores.popitem()[1].close()
