"""What a batch left in its folder, as the verbs for a whole class need it: the roll, and the marks after deductions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.cli import options
from grader.cli.batch import STORE
from grader.errors import ExerciseFault, UsageError

if TYPE_CHECKING:
    from grader.course.exercise import Exercise
    from grader.late import LatePolicy, Mark
    from grader.records.rows import Row
    from grader.roll import Entry
    from grader.store import Store


@dataclass(frozen=True)
class Classroom:
    """A class in one exercise."""

    folder: Path
    """OUT."""
    exercise: str
    title: str
    handed_out: str
    """The stub's source; empty where the course is not at hand."""
    entries: list[Entry]
    marks: dict[str, Mark]


def of_a_class(command: Callable[..., int]) -> Callable[..., int]:
    """Give the command a `room`, the class in OUT, and the options that choose it."""

    @click.argument("out", type=click.Path(path_type=Path))
    @click.option("--store", metavar="URL", help="Database of the results, if `grade batch` was given one.")
    @click.option("--exercise", metavar="ID", help="Which exercise, if the results are of several.")
    @click.option(
        "--late",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="What lateness costs; by default late.toml in the course's folder, if there is one.",
    )
    @click.option("--no-late", is_flag=True, help="Deduct nothing.")
    @options.course
    @functools.wraps(command)
    def opened(
        out: Path,
        store: str | None,
        exercise: str | None,
        late: Path | None,
        no_late: bool,
        course: Path | None,
        **rest: Any,
    ) -> int:
        return command(room=open_class(out, store, exercise, late, no_late, course), **rest)

    return opened


def open_class(
    out: Path, store: str | None, exercise: str | None, late: Path | None, no_late: bool, course: Path | None
) -> Classroom:
    """Read the class. Says on standard error what is deducted by which file. UsageError if there are no results."""
    from grader.late import marks
    from grader.records.database import answering
    from grader.store import Store

    if store is None and not (out / STORE).is_file():
        raise UsageError(
            f"{out} holds no results: there is no {STORE} in it.",
            "`grade batch … -o OUT` makes them. If it was given --store, say so here, too.",
        )
    results = Store(store or out / STORE)
    try:
        with answering():
            chosen = _exercise(results, exercise)
            entries = [_entry(row) for row in results.current(chosen)]
    finally:
        results.close()
    folder = _course(course)
    known = _known(folder, chosen)
    policy = None if no_late else _policy(late, folder, chosen, entries)
    title = next((entry.result.exercise.title for entry in entries if entry.result), known.title if known else chosen)
    stub = known.stubs[0] if known else None
    return Classroom(
        folder=out,
        exercise=chosen,
        title=title,
        handed_out=stub.read_text(encoding="utf-8") if stub and stub.is_file() else "",
        entries=entries,
        marks=marks(entries, policy),
    )


def _exercise(results: Store, wanted: str | None) -> str:
    known = results.exercises()
    if wanted is None and len(known) == 1:
        return known[0]
    if wanted is None or wanted not in known:
        listed = ", ".join(known) or "none"
        raise UsageError(
            f"There are no results of {wanted}." if wanted else "Which exercise is it?",
            f"Name it with --exercise; there are results of: {listed}.",
        )
    return wanted


def _entry(row: Row) -> Entry:
    from grader.roll import Entry

    keys = [row.email, "" if row.group else row.key]
    return Entry(
        student=row.student,
        name=row.name,
        email=row.email,
        keys=tuple(key for key in keys if key),
        status=row.status,
        reason=row.reason,
        result=row.result,
        submitted=row.submitted,
        late=row.late,
        group=row.group,
        attempts=row.attempts,
        code=row.code,
    )


def _course(named: Path | None) -> Path | None:
    """The course's folder. Results are read without it, too, unless it was asked for."""
    from grader.course.catalog import find_course

    try:
        return find_course(named)
    except UsageError:
        if named is not None:
            raise
        return None


def _known(course: Path | None, exercise: str) -> Exercise | None:
    from grader.course.catalog import load_exercise

    try:
        return load_exercise(course, exercise) if course else None
    except (UsageError, ExerciseFault):
        return None


def _policy(late: Path | None, course: Path | None, exercise: str, entries: Iterable[Entry]) -> LatePolicy | None:
    from grader.latefile import FILE, read_late

    path = late or (course / FILE if course else None)
    if path is None or (late is None and not path.is_file()):
        return None
    policy = read_late(path, exercise)
    if policy is None:
        click.echo(f"{path} says nothing of {exercise}, so nothing is deducted.", err=True)
        return None
    unknown = sorted({*policy.extensions, *policy.handed_in} - {entry.student for entry in entries})
    if unknown:
        raise UsageError(
            f"{path} names students whom this class does not have: {', '.join(unknown)}.",
            "Write them as in the column `student` of grades.csv.",
        )
    click.echo(f"Lateness costs what {path} says; --no-late leaves the marks as graded.", err=True)
    return policy
