"""`grade list`: the exercises of the course, and how far the student got."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options, progress


@click.command("list")
@options.course
def list_(course: Path | None) -> int:
    """List the exercises with your latest scores."""
    from grader.course.catalog import exercise_ids, find_course, load_exercise
    from grader.errors import ExerciseFault

    folder = find_course(course)
    ids = exercise_ids(folder)
    if not ids:
        click.echo(f"There is no exercise in {folder / 'exercises'}.")
    indent = max(map(len, ids), default=0) + 2
    for exercise_id in ids:
        try:
            title = load_exercise(folder, exercise_id).title
        except ExerciseFault as problem:
            title = f"cannot be read: {problem.message}"
        click.echo(f"{exercise_id:<{indent}}{title}")
        click.echo(" " * indent + (progress.latest(folder, exercise_id) or "not graded yet"))
    return 0
