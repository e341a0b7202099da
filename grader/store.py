"""The store: every result of a class with all that it came from, safe for several runs at once.

A result that replaces another does not count before `count` says so, and earlier results stay. A run claims what it
grades, so that two runs share the work.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import takewhile
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grader.records import liveness, rows
from grader.records.database import connect, retried, writing
from grader.records.rows import Outcome, Row, Run, Scope, Seen
from grader.records.safename import file_name, folded
from grader.records.tables import AttemptRow, ClaimRow, ResultRow, RunRow, SubmissionRow
from grader.submission.attempt import Person


class Store:
    """Results in a database: a SQLite file, or whatever a database URL names. Threads may share it."""

    def __init__(self, where: Path | str) -> None:
        """Open the store, and make it if there is none. UsageError if it cannot be used."""
        self.where = where
        self._engine = connect(where)

    def close(self) -> None:
        """Close all connections of this process."""
        self._engine.dispose()

    # --- for reports --------------------------------------------------------------------------------------------

    def exercises(self) -> list[str]:
        """Return the ids of the exercises that have a submission, or a roster."""
        with self._engine.begin() as database:
            return list(database.scalars(select(SubmissionRow.exercise).distinct().order_by(SubmissionRow.exercise)))

    def runs(self, exercise: str) -> list[Run]:
        """Return all runs, newest first."""
        with self._engine.begin() as database:
            query = select(RunRow.__table__).where(RunRow.exercise == exercise).order_by(RunRow.id.desc())
            return [rows.run(found) for found in database.execute(query)]

    def current(self, exercise: str) -> Iterator[Row]:
        """Yield where each student stands, by id."""
        query = rows.columns().join(ResultRow, SubmissionRow.result_id == ResultRow.id, isouter=True)
        query = query.join(AttemptRow, ResultRow.attempt_id == AttemptRow.id, isouter=True)
        return self._rows(query.where(SubmissionRow.exercise == exercise).order_by(SubmissionRow.student))

    def history(self, exercise: str, student: str) -> list[Row]:
        """Return all results of one student, newest first, whether they count or not."""
        query = _of_attempts().where(SubmissionRow.exercise == exercise, SubmissionRow.student == student)
        return list(self._rows(query.order_by(ResultRow.id.desc())))

    # --- for a run ----------------------------------------------------------------------------------------------

    def begin(
        self,
        exercise: str,
        *,
        version: str,
        grader: str,
        isolation: str,
        seed: int | None,
        fresh: int,
        scope: Scope = "changed",
    ) -> Run:
        """Note the start of a run.

        It goes on with the newest ones over the class if these were not finished: with their seed, unless it has one,
        and if all are to grade everything, with what they did. Else the seed is `fresh`.
        """
        same = (RunRow.exercise == exercise, RunRow.version == version, RunRow.grader == grader)
        whole = select(RunRow.__table__).where(*same, RunRow.scope != "one").order_by(RunRow.id.desc())
        with writing(self._engine) as database:
            earlier = database.execute(whole).all() if scope != "one" else []
            unfinished = list(takewhile(lambda run: run.finished is None, earlier))
            if seed is None:
                seed = unfinished[0].seed if unfinished else fresh
            of_run = {"exercise": exercise, "version": version, "grader": grader, "isolation": isolation, "seed": seed}
            statement = insert(RunRow).values(**of_run, scope=scope, started=_now(), **liveness.here())
            run = rows.run(database.execute(statement.returning(RunRow.__table__)).one())
        alike = takewhile(lambda earlier: (earlier.scope, earlier.seed) == ("all", seed), unfinished)
        since = 0 if scope == "changed" else min([run.id, *(earlier.id for earlier in alike)])
        return replace(run, since=since)

    def beat(self, run: Run) -> None:
        """Say that the run is alive."""
        with writing(self._engine) as database:
            database.execute(update(RunRow).where(RunRow.id == run.id).values(seen=liveness.now()))

    def end(self, run: Run, *, finished: bool) -> None:
        """Give up all claims of the run. If it is not `finished`, the next one goes on with it."""
        with writing(self._engine) as database:
            database.execute(delete(ClaimRow).where(ClaimRow.run_id == run.id))
            if finished:
                database.execute(update(RunRow).where(RunRow.id == run.id).values(finished=_now()))

    @retried
    def enrol(self, exercise: str, people: Iterable[Person]) -> None:
        """Make sure that everybody has a line, under a file name that nobody else has."""
        with writing(self._engine) as database:
            known = {found.student: found for found in database.execute(_submissions(exercise))}
            taken = {folded(found.file) for found in known.values()}
            for person in sorted(set(people), key=lambda person: person.id):
                shown = {"name": person.name, "email": person.email}
                if found := known.get(person.id):
                    if (found.name, found.email) != (person.name, person.email):
                        database.execute(update(SubmissionRow).where(SubmissionRow.id == found.id).values(**shown))
                    continue
                file = file_name(person.id, taken)
                taken.add(folded(file))
                database.execute(insert(SubmissionRow).values(exercise=exercise, student=person.id, file=file, **shown))

    @retried
    def see(self, exercise: str, seen: Sequence[Seen]) -> list[int]:
        """Note hand-ins of people who are enrolled; return the ids of the attempts, in the same order."""
        with writing(self._engine) as database:
            submissions = {found.student: found.id for found in database.execute(_submissions(exercise))}
            return [_attempt(database, submissions[one.person.id], one) for one in seen]

    def graded(
        self, exercise: str, *, version: str, grader: str, since: int = 0, attempt: int | None = None
    ) -> dict[int, int]:
        """Return the newest result, by attempt, of all that this version need not grade again.

        `since` leaves out results of earlier runs; `attempt` asks for one only.
        """
        query = select(AttemptRow.id, func.max(ResultRow.id)).join(ResultRow, ResultRow.attempt_id == AttemptRow.id)
        query = query.join(SubmissionRow, AttemptRow.submission_id == SubmissionRow.id).group_by(AttemptRow.id)
        query = query.where(SubmissionRow.exercise == exercise, ResultRow.version == version)
        query = query.where(ResultRow.grader == grader, ResultRow.status != "not_graded", ResultRow.run_id >= since)
        if attempt is not None:
            query = query.where(AttemptRow.id == attempt)
        with self._engine.begin() as database:
            return {line[0]: line[1] for line in database.execute(query)}

    def claim(self, run: Run, attempt: int) -> bool:
        """Claim the submission of this attempt; False if another run that is alive has it."""
        of_attempt = select(AttemptRow.submission_id).where(AttemptRow.id == attempt).scalar_subquery()
        query = select(RunRow.__table__).join(ClaimRow, ClaimRow.run_id == RunRow.id)
        with writing(self._engine) as database:
            holder = database.execute(query.where(ClaimRow.submission_id == of_attempt)).first()
            if holder is not None:
                if holder.id == run.id:
                    return True
                if holder.finished is None and liveness.alive(holder.host, holder.process, holder.seen):
                    return False
                database.execute(delete(ClaimRow).where(ClaimRow.run_id == holder.id))
            try:
                with database.begin_nested():
                    database.execute(insert(ClaimRow).values(submission_id=of_attempt, run_id=run.id))
            except IntegrityError:  # another run was quicker
                return False
            return True

    def record(self, run: Run, outcomes: Mapping[int, Outcome]) -> dict[int, int]:
        """Record what attempts led to, all or none, and give up their claims; return the results' ids by attempt.

        A student's first result counts at once. A second one of the same run and attempt takes the place of the first.
        """
        results = {}
        with writing(self._engine) as database:
            for attempt, outcome in outcomes.items():
                results[attempt] = _result(database, run, attempt, outcome)
                submission = select(AttemptRow.submission_id).where(AttemptRow.id == attempt).scalar_subquery()
                first = (SubmissionRow.id == submission, SubmissionRow.result_id.is_(None))
                database.execute(update(SubmissionRow).where(*first).values(result_id=results[attempt]))
                database.execute(delete(ClaimRow).where(ClaimRow.submission_id == submission))
        return results

    def waiting(self, exercise: str, results: Iterable[int]) -> list[int]:
        """Return those of the results that do not count yet."""
        query = select(SubmissionRow.result_id).where(SubmissionRow.exercise == exercise)
        with self._engine.begin() as database:
            counting = set(database.scalars(query))
        return [result for result in results if result not in counting]

    def replacements(self, results: Iterable[int]) -> Iterator[tuple[Row, Row]]:
        """Yield (what counts, what would count instead) for results that do not count yet."""
        for result in results:
            waits = _of_attempts().where(ResultRow.id == result)
            counts = _of_attempts().where(SubmissionRow.result_id == ResultRow.id)
            counts = counts.where(SubmissionRow.id == _submission_of(result))
            for after in self._rows(waits):
                yield from ((before, after) for before in self._rows(counts))

    def count(self, results: Iterable[int]) -> None:
        """From now on these results are the ones that count, all at once."""
        with writing(self._engine) as database:
            for result in results:
                counting = update(SubmissionRow).where(SubmissionRow.id == _submission_of(result))
                database.execute(counting.values(result_id=result))

    def _rows(self, query: Select[*tuple[Any, ...]]) -> Iterator[Row]:
        with self._engine.begin() as database:
            for found in database.execution_options(yield_per=100).execute(query):
                yield rows.row(found)


def _of_attempts() -> Select[*tuple[Any, ...]]:
    query = rows.columns().join(AttemptRow, AttemptRow.submission_id == SubmissionRow.id)
    return query.join(ResultRow, ResultRow.attempt_id == AttemptRow.id)


def _submissions(exercise: str) -> Select[*tuple[Any, ...]]:
    return select(SubmissionRow.__table__).where(SubmissionRow.exercise == exercise)


def _submission_of(result: int) -> Any:
    query = select(AttemptRow.submission_id).join(ResultRow, ResultRow.attempt_id == AttemptRow.id)
    return query.where(ResultRow.id == result).scalar_subquery()


def _attempt(database: Connection, submission: int, seen: Seen) -> int:
    """The id of an attempt, whose row is made or brought up to date."""
    values = rows.attempt_values(seen)
    same = (AttemptRow.submission_id == submission, AttemptRow.sha256 == seen.sha256)
    found = database.execute(select(AttemptRow.__table__).where(*same)).first()
    if found is None:
        made = insert(AttemptRow).values(submission_id=submission, **values).returning(AttemptRow.id)
        return database.execute(made).scalar_one()
    if any(getattr(found, name) != value for name, value in values.items()):
        database.execute(update(AttemptRow).where(AttemptRow.id == found.id).values(**values))
    return int(found.id)


def _result(database: Connection, run: Run, attempt: int, outcome: Outcome) -> int:
    of_run = {name: getattr(run, name) for name in ("version", "grader", "isolation", "seed")}
    values = {**of_run, **rows.values(outcome), "graded_at": _now()}
    same = (ResultRow.attempt_id == attempt, ResultRow.run_id == run.id)
    known = database.scalar(select(ResultRow.id).where(*same))
    if known is None:
        made = insert(ResultRow).values(attempt_id=attempt, run_id=run.id, **values).returning(ResultRow.id)
        return database.execute(made).scalar_one()
    database.execute(update(ResultRow).where(*same).values(**values))
    return known


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
