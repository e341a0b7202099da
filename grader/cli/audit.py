"""`grade audit`: prove an exercise before it is handed out."""

from __future__ import annotations

import json
from pathlib import Path

import click

from grader.cli import options
from grader.errors import UsageError

CLEAN, FOUND = 0, 1


@click.command()
@options.exercise
@options.course
@click.option("--seeds", default=20, show_default=True, type=click.IntRange(1), help="Runs of everything, one a seed.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1), help="Engines that run side by side.")
@click.option(
    "--json",
    "json_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write it as JSON.",
)
def audit(exercise: str, course: Path | None, seeds: int, jobs: int, json_file: Path | None) -> int:
    """Prove an exercise: what is right gets full marks, what is wrong fails and is named, over many seeds.

    Exit status: 0 nothing found, 1 something found.
    """
    from rich.console import Console

    from grader.audit import audit as spine
    from grader.course.catalog import find_course, load_exercise

    found = load_exercise(find_course(course), exercise)
    console = Console(stderr=True)
    with console.status("Loading torch") as status:
        report = spine.audit(found, seeds=seeds, jobs=jobs, on_trial=lambda name: status.update(name[:70]))
    click.echo(report.as_text(), nl=False)
    if json_file is not None:
        try:
            json_file.write_text(json.dumps(report.as_json(), indent=1) + "\n", encoding="utf-8")
        except OSError as problem:
            raise UsageError(f"{json_file} cannot be written: {problem.strerror}.") from None
    return CLEAN if report.clean else FOUND
