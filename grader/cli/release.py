"""`grade release`: the handout of an exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options


@click.command()
@options.exercise
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@options.course
@click.option("--seeds", default=10, show_default=True, type=click.IntRange(1), help="From how many it can be run.")
def release(exercise: str, folder: Path, course: Path | None, seeds: int) -> int:
    """Write what students get into DIR: text, stub, and the checks that `visible` of exercise.toml shows.

    No solution, key or hidden check is in it.
    """
    from rich.console import Console

    from grader.course.catalog import find_course, load_exercise
    from grader.release import release as spine

    found = load_exercise(find_course(course), exercise)
    with Console(stderr=True).status("Loading torch") as status:
        released = spine.release(
            found, folder, seeds=seeds, on_seed=lambda number: status.update(f"Records for seed {number} of {seeds}")
        )
    hidden = sum(entry.checks for entry in released.handout.waiting)
    click.echo(f"{folder}: {len(released.checks)} checks to run at home, {hidden} run when handed in.")
    for check, reason in released.refused.items():
        click.echo(f"Hidden, though `visible` shows all: {check}, because {reason}.")
    return 0
