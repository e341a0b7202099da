"""`grade bundle`: make what a learning platform runs."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

from grader.cli import options
from grader.errors import UsageError

TARGETS = ("gradescope", "prairielearn", "github", "vpl", "coderunner")
"""Each is a module of grader.bundles."""


@click.command()
@click.argument("target", type=click.Choice(TARGETS))
@options.exercise
@options.course
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The zip archive to write.",
)
@click.option("--index", metavar="URL", help="Package index to look into as well: for a torch without GPU libraries.")
@click.option("--image", default="", metavar="NAME", help="PrairieLearn: the container image that you push.")
def bundle(target: str, exercise: str, course: Path | None, output: Path, index: str | None, image: str) -> int:
    """Make what a learning platform runs: the grader, and this exercise with its solutions.

    \b
    gradescope    autograder.zip, to upload as it is
    prairielearn  a question folder, and the image that grades it
    github        a private repository: an action, a workflow, Classroom 50
    vpl           an execution file for Moodle's VPL, and its server's setup
    coderunner    a question for Moodle's CodeRunner, and its server's setup

    The archive holds the solutions, so keep it from students. docs/lms/ has a guide for each platform.
    """
    from grader.bundles.archive import archive
    from grader.bundles.kit import Kit
    from grader.course.catalog import find_course, load_exercise

    kit = Kit(load_exercise(find_course(course), exercise), index, image)
    content = archive(import_module(f"grader.bundles.{target}").bundle(kit))
    try:
        output.write_bytes(content)
    except OSError as problem:
        raise UsageError(f"{output} cannot be written: {problem.strerror}.") from None
    click.echo(f"{output}: {len(content) / 1024:.0f} KiB for {target}. It holds the solutions.", err=True)
    return 0
