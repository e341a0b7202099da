"""`grade new`: the files of a new exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options


@click.command()
@click.argument("exercise_id", metavar="ID")
@options.course
def new(exercise_id: str, course: Path | None) -> int:
    """Write the files of a new exercise: one of each thing, and clean as it is.

    Change it step by step, and run `grade audit` after each.
    """
    from grader.course.catalog import find_course
    from grader.scaffold.scaffold import scaffold

    folder = find_course(course)
    for path in scaffold(folder, exercise_id):
        click.echo(path.relative_to(folder))
    click.echo(f"Prove it: grade audit {exercise_id}")
    return 0
