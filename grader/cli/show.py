"""`grade show`: the text of an exercise."""

from __future__ import annotations

from pathlib import Path

import click

from grader.cli import options
from grader.cli.output import screen_width


@click.command()
@options.exercise
@options.course
def show(exercise: str, course: Path | None) -> int:
    """Show the text of an exercise."""
    from rich.console import Console
    from rich.markdown import Markdown

    from grader.course.catalog import find_course, load_exercise

    text = load_exercise(find_course(course), exercise).text.read_text(encoding="utf-8")
    Console(width=screen_width()).print(Markdown(text))
    return 0
