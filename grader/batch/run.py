"""One run of a batch: what changed is graded, the difference is shown, and then it counts."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from grader.batch.crew import Crew
from grader.batch.scan import Entry, Problem, Reader, note, scan
from grader.batch.task import Task, faulty, grade_and_record, outcome_of, prepare
from grader.course.exercise import Exercise
from grader.pipeline import MAX_SEED
from grader.records.liveness import BEAT_SECONDS
from grader.records.rows import Outcome, Row, Scope
from grader.result.version import grader_version
from grader.store import Store
from grader.submission.download import Download
from grader.submission.source import Submission

Replaced = Iterator[tuple[Row, Row]]
"""What counts, and what is about to count instead."""
PATIENCE_SECONDS = 0.5
"""How long to wait for another run that is grading what is left, before looking again."""


class Progress(Protocol):
    """Whoever wants to know how far the run is."""

    def read(self, number: int, total: int) -> None:
        """So many hand-ins of the download are read."""

    def due(self, number: int) -> None:
        """So many have to be graded."""

    def graded(self) -> None:
        """One more is done."""


@dataclass(frozen=True)
class Wish:
    """What the instructor asked for."""

    isolation: str
    seed: int | None = None
    scope: Scope = "changed"


class Batch:
    """One run over one download."""

    def __init__(self, exercise: Exercise, download: Download, store: Store, wish: Wish, progress: Progress) -> None:
        """Begin the run in the store."""
        self._exercise = exercise
        self._download = download
        self._store = store
        self._progress = progress
        self._reader = Reader(exercise)
        self._run = store.begin(
            exercise.id,
            version=exercise.version,
            grader=grader_version(),
            isolation=wish.isolation,
            seed=wish.seed,
            fresh=secrets.randbelow(MAX_SEED),
            scope=wish.scope,
        )
        self._counting: dict[int, int] = {}
        self._beaten = time.monotonic()

    def carry_out(self, crew: Callable[[], AbstractContextManager[Crew]], show: Callable[[Replaced], None]) -> None:
        """Grade what is due, `show` what that would replace, and let it count.

        If this is interrupted, what was finished counts and the next run does the rest. Raises NotGraded if nothing can
        be graded at all.
        """
        finished = False
        try:
            due = deque(self._due())
            self._progress.due(len(due))
            if due:
                with crew() as those:
                    self._grade(due, those)
            finished = True
        finally:
            replacing = self._store.waiting(self._exercise.id, self._counting.values())
            show(self._store.replacements(replacing))
            self._store.count(replacing)
            self._store.end(self._run, finished=finished)

    def _due(self) -> list[Entry]:
        """Read everything; what was graded already, or was refused, needs no engine."""
        self._store.enrol(self._exercise.id, self._download.people)
        known = self._known()
        due = []
        for entry in scan(self._store, self._exercise, self._download.attempts, self._reader.read, self._on_read):
            if known.keys() >= set(entry.ids):
                self._counting |= {attempt: known[attempt] for attempt in entry.ids}
            elif entry.problem is not None and entry.problem.refused:
                self._set_aside(entry, entry.problem)
            else:  # what could not be read for a fault of ours is read once more
                due.append(entry)
        return due

    def _grade(self, waiting: deque[Entry], crew: Crew) -> None:
        flying: dict[Future[dict[int, int]], Entry] = {}
        elsewhere: deque[Entry] = deque()
        try:
            crew.executor.submit(prepare, self._exercise, self._run.isolation).result()
            while waiting or flying or elsewhere:
                room = crew.size()
                while waiting and len(flying) < room:
                    entry = waiting.popleft()
                    if not self._store.claim(self._run, entry.ids[0]):
                        elsewhere.append(entry)
                    elif task := self._task(entry):
                        flying[crew.executor.submit(grade_and_record, task)] = entry
                    else:
                        self._progress.graded()
                done, _ = wait(flying, timeout=BEAT_SECONDS, return_when=FIRST_COMPLETED)
                for future in done:
                    self._landed(flying.pop(future), future)
                self._beat()
                if not waiting and not flying and elsewhere:
                    time.sleep(PATIENCE_SECONDS)
                    waiting, elsewhere = elsewhere, deque()
        except BaseException:
            crew.stop()
            raise

    def _task(self, entry: Entry) -> Task | None:
        """The task, with the content read anew; None if another run has done it meanwhile, or it cannot be read now."""
        known = {attempt: result for attempt in entry.ids for attempt, result in self._known(attempt).items()}
        if len(known) == len(entry.ids):
            self._counting |= known
            return None
        content = self._reader.read(entry.attempt)
        (entry,) = note(self._store, self._exercise, [(entry.attempt, content)])
        if isinstance(content, Problem):
            self._set_aside(entry, content)
            return None
        students = (person.id for person in entry.attempt.people)
        attempts = dict(zip(entry.ids, students, strict=True))
        return Task(self._exercise, self._run, self._store.where, content, attempts)

    def _landed(self, entry: Entry, future: Future[dict[int, int]]) -> None:
        try:
            done = future.result()
        except CancelledError:  # the crew is lost, which says nothing of the submission
            raise
        except Exception as problem:
            done = self._store.record(self._run, self._failed(entry, f"{type(problem).__name__}: {problem}"))
        self._counting |= done
        self._progress.graded()

    def _set_aside(self, entry: Entry, problem: Problem) -> None:
        """Record a hand-in that cannot be read."""
        refused = dict.fromkeys(entry.ids, Outcome("refused", problem.reason))
        outcomes = refused if problem.refused else self._failed(entry, problem.reason)
        self._counting |= self._store.record(self._run, outcomes)

    def _failed(self, entry: Entry, problem: str) -> dict[int, Outcome]:
        """The outcomes of a hand-in that could not be graded for a fault of ours."""
        nothing = [Submission(person.id, entry.attempt.where, "", ()) for person in entry.attempt.people]
        failed = [outcome_of(faulty(self._exercise, submission, self._run, problem)) for submission in nothing]
        return dict(zip(entry.ids, failed, strict=True))

    def _known(self, attempt: int | None = None) -> dict[int, int]:
        of_run = {"version": self._run.version, "grader": self._run.grader}
        return self._store.graded(self._exercise.id, **of_run, since=self._run.since, attempt=attempt)

    def _on_read(self, number: int) -> None:
        self._progress.read(number, len(self._download.attempts))
        self._beat()

    def _beat(self) -> None:
        if time.monotonic() - self._beaten > BEAT_SECONDS:
            self._beaten = time.monotonic()
            self._store.beat(self._run)
