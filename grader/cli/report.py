"""`grade report`: a class at a glance."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli.classroom import Classroom, of_a_class
from grader.cli.output import save

PAGE = "report.html"


@click.command()
@of_a_class
@click.option(
    "--output",
    "-o",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="By default OUT/report.html.",
)
def report(room: Classroom, output: Path | None) -> int:
    """Make one page on how a class did, from the results that `grade batch` left in OUT.

    It holds names and marks, so it is for teachers only. It needs no network.
    """
    from grader.classreport.page import render
    from grader.classreport.report import build

    page = output or room.folder / PAGE
    save(render(build(room.exercise, room.title, room.entries, room.marks, room.handed_out)), page)
    click.echo(f"{page}: {len(room.entries)} students, {len(room.marks)} with a mark.", err=True)
    return 0
