"""`grade run`: grade one submission."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, progress
from grader.cli.output import ReportingCommand, destinations, prepare, reports, tell_fault, write
from grader.cli.session import open_session
from grader.errors import GraderError

FULL_MARKS, POINTS_MISSING = 0, 1


@click.command(cls=ReportingCommand)
@options.grading
@reports
def run(
    exercise: str,
    path: Path | None,
    course: Path | None,
    seed: int | None,
    parts: tuple[str, ...],
    isolation: str | None,
    formats: tuple[str, ...],
    outputs: tuple[Path, ...],
) -> int:
    """Grade one submission: a .py, .ipynb or .zip file, or a folder.

    Without PATH it is the exercise's file in the current folder, else the one in exercises/.
    """
    places = destinations(formats, outputs)
    with open_session(exercise, path, course=course, parts=parts, isolation=isolation, once=True) as session:
        from grader.cli.live import Live

        prepare(places)
        with Live() as live:
            result = session.grade(session.read(), seed=seed, on_event=live)
        write(result, places)
        if not parts:
            progress.record(session.course, result)
    if result.fault:
        tell_fault(result)
        return GraderError.exit_status
    return FULL_MARKS if result.full_marks else POINTS_MISSING
