"""Arguments and options that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, get_args

import click
from click.shell_completion import CompletionItem

from grader.course.exercise import Isolation

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def complete_exercise(ctx: click.Context, param: click.Parameter | None, incomplete: str) -> list[CompletionItem]:
    """Return the exercises of the course whose id begins with what was typed."""
    from grader.course.catalog import exercise_ids, find_course
    from grader.errors import GraderError

    try:
        ids = exercise_ids(find_course(ctx.params.get("course")))
    except (GraderError, OSError):
        return []
    return [CompletionItem(name) for name in ids if name.startswith(incomplete)]


exercise = click.argument("exercise", shell_complete=complete_exercise)
path = click.argument("path", required=False, type=click.Path(path_type=Path))
course = click.option(
    "--course",
    type=click.Path(path_type=Path),
    envvar="GRADE_COURSE",
    metavar="DIR",
    help="Folder of the course; else the nearest one up from here that has exercises/. Also GRADE_COURSE.",
)
seed = click.option("--seed", type=click.IntRange(0), metavar="N", help="Draw the same inputs as an earlier run.")
part = click.option("--part", "parts", multiple=True, metavar="ID", help="Grade only this part; may be repeated.")
isolation = click.option(
    "--isolation",
    type=click.Choice(get_args(Isolation)),
    metavar="LEVEL",
    help="How firmly your code is shut in, process or sealed; by default as firmly as this machine can.",
)


def grading(command: Decorated) -> Decorated:
    """Add what every verb takes that grades one submission."""
    for decorate in (isolation, part, seed, course, path, exercise):
        command = decorate(command)
    return command
