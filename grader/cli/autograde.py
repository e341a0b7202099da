"""`grade autograde`: what the bundles for learning platforms run."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli import options
from grader.cli.output import PLATFORMS, Destination, ReportingCommand, given, reports, save
from grader.cli.run import FULL_MARKS, POINTS_MISSING
from grader.errors import GraderError, SubmissionRefused

if TYPE_CHECKING:
    from grader.reports.notice import Notice
    from grader.result.model import Result


@click.command(cls=ReportingCommand)
@options.exercise
@click.argument("path", type=click.Path(path_type=Path))
@options.course
@options.seed
@reports
def autograde(
    exercise: str,
    path: Path,
    course: Path | None,
    seed: int | None,
    formats: tuple[str, ...],
    outputs: tuple[Path, ...],
) -> int:
    """Grade one submission for a learning platform: sealed, and with a document written whatever happens.

    Each file is written twice: at once, saying that grading did not finish, and in the end. Bundles made by
    `grade bundle` run this; exit statuses are those of `grade run`.
    """
    from grader.autograde import autograde as grade
    from grader.reports.notice import Notice
    from grader.result.model import Result

    places = given(formats, outputs)
    _write(Notice.unfinished(), [place for place in places if place.path])
    outcome, detail = grade(exercise, path, course=course, seed=seed)
    _write(outcome, places)
    if detail and click.get_current_context().obj:
        click.echo(detail, err=True)
    if isinstance(outcome, Result) and not outcome.fault:
        return FULL_MARKS if outcome.full_marks else POINTS_MISSING
    return SubmissionRefused.exit_status if isinstance(outcome, Notice) and outcome.refused else GraderError.exit_status


def _write(outcome: Result | Notice, places: Sequence[Destination]) -> None:
    """Write the documents; of a format for people, nothing unless there is a result."""
    from grader.result.model import Result
    from grader.surroundings import surroundings

    for place in places:
        if isinstance(outcome, Result) or place.format in PLATFORMS:
            report = import_module(f"grader.reports.{place.format}")
            text = report.render(outcome, **surroundings(place.format, os.environ))
            if place.path:
                save(text, place.path)
            else:
                sys.stdout.buffer.write(text.encode())
