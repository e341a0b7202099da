"""`grade watch`: grade again on every save, with torch kept warm."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from grader.cli import options, progress
from grader.cli.output import tell_fault, terminal
from grader.cli.session import Session, open_session
from grader.errors import GraderError

_SUFFIXES = (".py", ".ipynb")


@click.command()
@options.grading
def watch(
    exercise: str,
    path: Path | None,
    course: Path | None,
    seed: int | None,
    parts: tuple[str, ...],
    isolation: str | None,
) -> int:
    """Grade again on every save, until Ctrl-C.

    All runs draw the same inputs, so that whatever changes is your doing.
    """
    with open_session(exercise, path, course=course, parts=parts, isolation=isolation) as session:
        click.echo(f"Watching {session.path}; Ctrl-C ends it.", err=True)
        try:
            regrade(session, saves(session.path), seed)
        except KeyboardInterrupt:
            click.echo(err=True)
    return 0


def regrade(session: Session, changes: Iterator[None], seed: int | None) -> None:
    """Grade and report once for each change that changes the content; refusals and faults are told and watched on."""
    from grader.cli.live import Live
    from grader.reports.changes import changes as changed

    graded, last = None, None
    for _ in changes:
        try:
            submission = session.read()
            if submission.sha256 == graded:
                continue
            with Live() as live:
                result = session.grade(submission, seed=seed, on_event=live)
        except GraderError as problem:
            click.echo(f"{problem.message}\n{problem.advice}".strip(), err=True)
            graded = None
            continue
        click.echo(terminal(result), nl=False)
        if result.fault:
            tell_fault(result)
        if last:
            click.echo("\n" + changed(last, result), nl=False)
        if not session.parts:
            progress.record(session.course, result)
        graded, last, seed = submission.sha256, result, result.seed


def saves(path: Path) -> Iterator[None]:
    """Yield once the watch is on, then after every save of the file, or of a source file of the folder."""
    from watchfiles import Change, watch

    def concerns(change: Change, name: str) -> bool:
        return Path(name).name == path.name if path.is_file() else name.endswith(_SUFFIXES)

    # Editors save by replacing the file, so its folder is watched. The first time-out tells that the watch is on.
    folder = path.resolve() if path.is_dir() else path.resolve().parent
    started = False
    for files in watch(folder, watch_filter=concerns, rust_timeout=100, yield_on_timeout=True, recursive=False):
        if files or not started:
            started = True
            yield
