"""Where reports go: pairs of --format and --output, and the writing itself."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.result.model import Result

PLATFORMS = ("classroom50", "coderunner", "github", "gradescope", "junit", "prairielearn", "summary", "vpl")
"""Reports for learning platforms and other programs, which also tell why there is no result."""
FORMATS = ("terminal", "json", "html", "markdown", *PLATFORMS)
"""Each is a module of grader.reports."""
_NARROWEST, _WIDEST = 40, 100
_ORDER = "grader.order"


@dataclass(frozen=True)
class Destination:
    """One report: in which format, and to which file; None is standard output."""

    format: str
    path: Path | None = None


class ReportingCommand(click.Command):
    """A command that remembers in which order --format and --output were given, since they pair up by it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        ctx.meta[_ORDER] = [param.name for param in order if param.name in ("formats", "outputs")]
        return super().parse_args(ctx, args)


def reports(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the two options, which arrive as `formats` and `outputs`."""
    output = click.option(
        "--output",
        "-o",
        "outputs",
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="File for the report of the --format before it.",
    )
    format_ = click.option(
        "--format",
        "-f",
        "formats",
        multiple=True,
        type=click.Choice(FORMATS),
        help="Form of the report; several may be given, each with its --output.",
    )
    return format_(output(command))


def given(formats: Sequence[str], outputs: Sequence[Path]) -> list[Destination]:
    """Pair the options of the running command."""
    found = pair(click.get_current_context().meta[_ORDER], iter(formats), iter(outputs))
    unnamed = [destination for destination in found if destination.path is None]
    if len(unnamed) > 1:
        raise UsageError(
            "Only one report can go to standard output.", f"Give --format {unnamed[0].format} an --output FILE."
        )
    return found


def destinations(formats: Sequence[str], outputs: Sequence[Path]) -> list[Destination]:
    """Return what `given` does; one report always goes to standard output."""
    found = given(formats, outputs)
    printed = any(destination.path is None for destination in found)
    return found if printed else [*found, Destination("terminal")]


def pair(order: Sequence[str], formats: Iterator[str], outputs: Iterator[Path]) -> list[Destination]:
    """Give each output to the format before it; `order` names the options as they were given."""
    found: list[Destination] = []
    for name in order:
        if name == "formats":
            found.append(Destination(next(formats)))
        elif found and found[-1].path is None:
            found[-1] = Destination(found[-1].format, next(outputs))
        else:
            raise UsageError("Each --output FILE belongs to a --format before it.", "Example: --format html -o r.html")
    return found


def write(result: Result, places: Sequence[Destination]) -> None:
    """Write the reports: files first, then standard output."""
    for place in sorted(places, key=lambda place: place.path is None):
        if place.path:
            save(render(result, place.format), place.path)
        elif place.format == "terminal":
            click.echo(terminal(result), nl=False)
        else:
            sys.stdout.buffer.write(render(result, place.format).encode())


def prepare(places: Sequence[Destination]) -> None:
    """Import what will write the reports: there is time for it while torch loads."""
    for place in places:
        import_module(f"grader.reports.{place.format}")


def tell_fault(result: Result) -> None:
    """Say on standard error what a fault of ours was, if the command runs with --debug: reports leave it to authors."""
    if click.get_current_context().obj:
        click.echo(result.problem, err=True)
    else:
        click.echo("For the author of the exercise: --debug tells what happened.", err=True)


def render(result: Result, name: str) -> str:
    """Return the report of this format."""
    document: str = import_module(f"grader.reports.{name}").render(result)
    return document


def terminal(result: Result) -> str:
    """Return the report for this terminal: as wide as it is, with colours if it shows them and they are wanted."""
    from grader.reports import terminal as report

    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return report.render(result, width=screen_width(), colour=colour)


def screen_width() -> int:
    """Return the number of columns to fill."""
    return max(_NARROWEST, min(_WIDEST, shutil.get_terminal_size().columns))


def save(content: str | bytes, path: Path) -> None:
    """Write the file at once, so that nobody reads half a report. A pipe or a device is written to, not replaced."""
    ordinary = path.is_file() or not path.exists()
    place = path.with_name(f".{path.name}.{os.getpid()}") if ordinary else path
    try:
        if ordinary:
            place.unlink(missing_ok=True)
        with place.open("xb" if ordinary else "wb") as file:  # never through a link, which a checkout may bring
            file.write(content.encode() if isinstance(content, str) else content)
        if ordinary:
            os.replace(place, path)
    except OSError as problem:
        if ordinary:
            place.unlink(missing_ok=True)
        raise UsageError(f"{path} cannot be written: {problem.strerror}.") from None
