"""`grade start`: a copy of the stub to work on."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options


@click.command()
@options.exercise
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path(file_okay=False, path_type=Path))
@options.course
def start(exercise: str, folder: Path, course: Path | None) -> int:
    """Copy the file to fill in to DIR, or here.

    It comes as Python and as a notebook, of which you need one. Nothing is ever overwritten.
    """
    from grader.course.catalog import find_course, load_exercise
    from grader.errors import UsageError

    found = load_exercise(find_course(course), exercise)
    stubs = [stub for stub in found.stubs if stub.is_file()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for stub in stubs:
            target = folder / stub.name
            try:
                with target.open("xb") as file:
                    file.write(stub.read_bytes())
                click.echo(f"Copied {target}.")
            except FileExistsError:
                click.echo(f"{target} is there already and was left as it is.")
    except OSError as problem:
        raise UsageError(f"{folder} cannot be written to: {problem.strerror}.") from None
    click.echo(f"Work on one of them, then run: grade {exercise}")
    return 0
