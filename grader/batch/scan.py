"""Reads what a class handed in and notes it in the store, to find out what there is to grade."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from grader import wording
from grader.course.exercise import Exercise
from grader.errors import SubmissionRefused
from grader.records.rows import Seen
from grader.result.text import clean
from grader.store import Store
from grader.submission.attempt import Attempt
from grader.submission.bounds import SOURCE_CHARACTERS
from grader.submission.collect import collect, handed_out
from grader.submission.source import Submission

AT_ONCE = 200
"""How many hand-ins are noted in one transaction."""


@dataclass(frozen=True)
class Problem:
    """Why a hand-in could not be read, and by whose fault."""

    refused: bool
    reason: str


@dataclass(frozen=True)
class Entry:
    """A hand-in that was read and noted; its content is not kept."""

    attempt: Attempt
    ids: tuple[int, ...]
    """Its attempts in the store, one for each of its people."""
    problem: Problem | None


class Reader:
    """Reads hand-ins for one exercise."""

    def __init__(self, exercise: Exercise) -> None:
        """Read the files as handed out, which do not count as anybody's work."""
        self._exercise = exercise
        self._handed_out = handed_out(exercise.file, exercise.folder)

    def read(self, attempt: Attempt) -> Submission | Problem:
        """Return the submission, or why there is none."""
        try:
            submission = collect(attempt.read(), self._exercise.file, attempt.people[0].id, self._handed_out)
        except SubmissionRefused as problem:
            return Problem(True, f"{problem.message}\n{problem.advice}".strip())
        except Exception:  # nothing that somebody hands in may stop a batch
            return Problem(False, traceback.format_exc())
        if attempt.count > 1:
            when = attempt.at.isoformat(" ", "minutes") if attempt.at else ""
            submission = replace(submission, notes=(*submission.notes, wording.newest_counts(attempt.count, when)))
        return submission


def scan(
    store: Store,
    exercise: Exercise,
    attempts: Sequence[Attempt],
    read: Callable[[Attempt], Submission | Problem],
    on_read: Callable[[int], None] = lambda number: None,
) -> Iterator[Entry]:
    """Read and note all hand-ins, some at a time; their people must be enrolled."""
    for start in range(0, len(attempts), AT_ONCE):
        found = []
        for number, attempt in enumerate(attempts[start : start + AT_ONCE], start + 1):
            found.append((attempt, read(attempt)))
            on_read(number)
        yield from note(store, exercise, found)


def note(store: Store, exercise: Exercise, found: Sequence[tuple[Attempt, Submission | Problem]]) -> Iterator[Entry]:
    """Note hand-ins with what was read."""
    ids = iter(store.see(exercise.id, [seen for attempt, content in found for seen in _seen(attempt, content)]))
    for attempt, content in found:
        problem = content if isinstance(content, Problem) else None
        yield Entry(attempt, tuple(next(ids) for _ in attempt.people), problem)


def _seen(attempt: Attempt, content: Submission | Problem) -> Iterator[Seen]:
    if isinstance(content, Problem):
        digest, source, code = hashlib.sha256(content.reason.encode()).hexdigest(), "", ""
    else:
        digest, source = content.sha256, content.source
        code = clean("\n".join(cell.source for cell in content.cells), SOURCE_CHARACTERS)
    group = tuple(person.id for person in attempt.people) if len(attempt.people) > 1 else ()
    for person in attempt.people:
        yield Seen(
            person, digest, source, code, attempt.key, clean(attempt.where, 1000), attempt.at, attempt.late,
            attempt.count, group,
        )  # fmt: skip
