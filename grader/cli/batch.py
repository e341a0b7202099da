"""`grade batch`: grade what a whole class handed in."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

import click

from grader.cli import options
from grader.course.exercise import Isolation
from grader.errors import UsageError
from grader.submission.layouts.layout import NAMES

if TYPE_CHECKING:
    from grader.batch.crew import Crew
    from grader.batch.run import Replaced, Wish
    from grader.course.exercise import Exercise
    from grader.records.rows import Scope
    from grader.store import Store
    from grader.submission.download import Download

    MakeCrew = Callable[[], AbstractContextManager[Crew]]

ALL_GRADED, SOME_NOT_GRADED = 0, 5
MOST_JOBS = 4
"""By default; each takes a processor and most of a gigabyte."""
PATH = click.Path(path_type=Path)
STORE = "grades.sqlite"


@click.command()
@options.exercise
@click.argument("submissions", type=PATH)
@click.option("-o", "--output", "out", required=True, type=PATH, metavar="OUT", help="Folder for all results.")
@click.option("--from", "layout", default="auto", type=click.Choice(("auto", *NAMES)), help="What made SUBMISSIONS.")
@click.option("--roster", type=PATH, metavar="CSV", help="List of the class; its first line names the columns.")
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Grade so many at the same time.")
@click.option("--store", metavar="URL", help="Database for the results; by default grades.sqlite in OUT.")
@click.option("--all", "everything", is_flag=True, help="Grade what did not change, too.")
@click.option("--student", metavar="NAME", help="Grade this student again, and nobody else.")
@click.option("--scheduler", metavar="ADDRESS", help="Grade on the machines of this Dask cluster.")
@click.option("--isolation", type=click.Choice(get_args(Isolation)), help="By default as firm as this machine can.")
@options.seed
@options.course
def batch(
    exercise: str,
    submissions: Path,
    out: Path,
    layout: str,
    roster: Path | None,
    jobs: int | None,
    store: str | None,
    everything: bool,
    student: str | None,
    scheduler: str | None,
    isolation: str | None,
    seed: int | None,
    course: Path | None,
) -> int:
    """Grade a class: a folder or zip of submissions, or a learning platform's download.

    What did not change since the last run is not graded again. A run that was interrupted goes on where it stopped.

    \b
    Exit status: 0 all graded, 5 some not graded or refused.
    """
    from grader.batch.level import level
    from grader.batch.run import Wish
    from grader.cli.classwork import closing
    from grader.course.catalog import find_course, load_exercise
    from grader.records.database import answering
    from grader.sandbox.reach import available
    from grader.store import Store

    found = load_exercise(find_course(course), exercise)
    scope: Scope = "one" if student is not None else "all" if everything else "changed"
    wish = Wish(level(found, isolation, None if scheduler else available()), seed, scope)
    download = _download(submissions, found, layout, roster, out)
    for sentence in download.says:
        click.echo(sentence, err=True)
    chosen = _only(download, student) if student is not None else download
    results = Store(store or _default_store(out))
    try:
        with answering():
            _grade(found, chosen, results, out, wish, partial(_crew, found, results, wish, jobs, scheduler))
            present = {person.id for person in download.people}
            lines, all_graded = closing(results.current(found.id), f"Results: {out}", present)
    finally:
        results.close()
    click.echo("\n".join(lines))
    return ALL_GRADED if all_graded else SOME_NOT_GRADED


def _download(submissions: Path, exercise: Exercise, layout: str, roster: Path | None, out: Path) -> Download:
    from grader.submission.download import read_download
    from grader.submission.layouts.layout import Wanted
    from grader.submission.roster import read_roster

    if out.resolve() == submissions.resolve():
        raise UsageError(f"{out} holds the submissions.", "Name a folder of its own for the results.")
    people = read_roster(roster) if roster else None
    without = [out, *([roster] if roster else [])]
    wanted = Wanted(exercise.id, exercise.file)
    return read_download(submissions, wanted, layout=layout, roster=people, without=without)


def _crew(
    exercise: Exercise, store: Store, wish: Wish, jobs: int | None, scheduler: str | None
) -> AbstractContextManager[Crew]:
    if scheduler:
        from grader.batch.cluster import cluster_crew

        return cluster_crew(scheduler, exercise, wish.isolation, store.where)
    from grader.batch.crew import local_crew

    return local_crew(exercise, wish.isolation, jobs or min(MOST_JOBS, os.cpu_count() or 1))


def _default_store(out: Path) -> Path:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{out} cannot be made: {problem.strerror}.") from None
    return out.resolve() / STORE


def _only(download: Download, student: str) -> Download:
    """The download with this student's hand-in alone; UsageError if there is none, or several have the name."""
    import difflib
    from dataclasses import replace

    from grader.submission.names import quoted

    people = {person for attempt in download.attempts for person in attempt.people}
    ids = {person.id for person in people if person.id == student} or {p.id for p in people if p.name == student}
    if len(ids) > 1:
        raise UsageError(f"{len(ids)} students are called {student}: {quoted(ids)}.", "Name one of them by the id.")
    if not ids:
        names = sorted({name for person in people for name in (person.id, person.name)})
        near = difflib.get_close_matches(student, names, n=3)
        raise UsageError(f"There is no hand-in of {student}.", f"There is one of {quoted(near)}." if near else "")
    chosen = tuple(a for a in download.attempts if ids & {person.id for person in a.people})
    return replace(download, attempts=chosen)


def _grade(exercise: Exercise, download: Download, store: Store, out: Path, wish: Wish, crew: MakeCrew) -> None:
    from grader.batch.outputs import write_outputs
    from grader.batch.run import Batch
    from grader.cli.classwork import Bar, changes

    bar = Bar()

    def show(replaced: Replaced) -> None:
        bar.stop()
        for line in changes(replaced):
            click.echo(line)

    try:
        with bar:
            Batch(exercise, download, store, wish, bar).carry_out(crew, show)
    except KeyboardInterrupt:
        click.echo("What was finished is kept; the same command goes on with the rest.", err=True)
        raise
    finally:
        write_outputs(out, exercise, store)
