"""`grade gradebook`: the marks of a class, as each learning platform takes them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from grader.cli.classroom import Classroom, of_a_class
from grader.cli.output import save
from grader.errors import UsageError

if TYPE_CHECKING:
    from grader.gradebooks.award import Awards
    from grader.gradebooks.gradebook import Gradebook
    from grader.late import Mark
    from grader.result.model import Result

_File = click.Path(dir_okay=False, path_type=Path)
_into = functools.partial(click.option, "--into", type=_File, metavar="FILE")
_download = _into(required=True, help="The file as downloaded; it is read, and its marks are filled in.")
_column = click.option("--column", metavar="NAME", help="The column for the marks, by its name or its number.")
_match = click.option(
    "--match", "by", metavar="COLUMN", help="The column that identifies students; else found by itself."
)
_scale = click.option("--scale", is_flag=True, help="Convert the marks to the maximum of the column.")


@click.group()
def gradebook() -> None:
    """Write the marks of a class for a learning platform, from the results that `grade batch` left in OUT.

    What a platform would skip without a word is not written: the command names the students and stops.
    """


def _written(write: Callable[..., Gradebook]) -> Callable[..., int]:
    """Make a command of a function from a class and its marks to a gradebook."""

    @of_a_class
    @click.option("--output", "-o", required=True, type=_File, metavar="FILE", help="The file to write.")
    @click.option("--partial", is_flag=True, help="Leave out what the platform would not take, instead of stopping.")
    @functools.wraps(write)
    def command(room: Classroom, output: Path, partial: bool, **rest: Any) -> int:
        from grader.gradebooks.award import gather

        book = write(room, gather(room.entries, room.marks, partial=partial), **rest)
        save(book.content, output)
        for note in book.notes:
            click.echo(note, err=True)
        click.echo(f"{output} is written.", err=True)
        return 0

    return command


@gradebook.command()
@_into(help="The gradebook as exported from Canvas. Without it a new file is made.")
@_column
@_match
@_scale
@_written
def canvas(
    room: Classroom, awards: Awards, into: Path | None, column: str | None, by: str | None, scale: bool
) -> Gradebook:
    """Canvas' gradebook CSV.

    Without --into, --column is the assignment's name with its number, as in a file exported from Canvas, and --match
    says what the class's students are called by: ID, SIS User ID or SIS Login ID.
    """
    from grader.gradebooks import canvas
    from grader.gradebooks.sheet import read_sheet

    if into:
        return canvas.edited(awards, read_sheet(into), column=column, by=by, scale=scale)
    if column is None or by is None or scale:
        raise UsageError(
            "A new file for Canvas needs --column and --match, and takes no --scale.",
            'Better export the gradebook from Canvas and give it as --into. Else: --column "HW1 (4321)" --match ID.',
        )
    return canvas.fresh(awards, column, by)


@gradebook.command()
@_download
@_column
@_match
@_scale
@click.option(
    "--decimal", type=click.Choice((".", ",")), help="What stands before decimals; by default as in the file."
)
@click.option("--feedback", metavar="COLUMN", help="Column for a short comment on each mark.")
@_written
def moodle(
    room: Classroom,
    awards: Awards,
    into: Path,
    column: str | None,
    by: str | None,
    scale: bool,
    decimal: Literal[".", ","] | None,
    feedback: str | None,
) -> Gradebook:
    """Moodle's offline grading worksheet."""
    from grader.gradebooks import moodle
    from grader.gradebooks.sheet import read_sheet

    work = moodle.worksheet(read_sheet(into), column=column, decimal=decimal)
    return moodle.edited(awards, work, by=by, scale=scale, feedback=feedback)


@gradebook.command("moodle-feedback")
@_into(required=True, help="The offline grading worksheet, which tells the participants' numbers.")
@_written
def moodle_feedback(room: Classroom, awards: Awards, into: Path) -> Gradebook:
    """Moodle's zip of feedback files: each student's report, with what was deducted, or why there is none."""
    from grader.gradebooks import feedback, moodle
    from grader.gradebooks.sheet import read_sheet
    from grader.reports import html, refusal

    refused = [entry for entry in room.entries if entry.status == "refused"]
    documents = {award.entry.student: html.render(_explained(award.result, award.mark)) for award in awards.all}
    documents |= {entry.student: refusal.html(room.title, entry.student, entry.reason) for entry in refused}
    return feedback.zipped(awards, refused, moodle.worksheet(read_sheet(into)), documents, f"{room.exercise}.html")


@gradebook.command()
@_download
@_column
@_match
@_scale
@_written
def blackboard(
    room: Classroom, awards: Awards, into: Path, column: str | None, by: str | None, scale: bool
) -> Gradebook:
    """Blackboard's gradebook download."""
    from grader.gradebooks import blackboard
    from grader.gradebooks.sheet import read_sheet

    return blackboard.edited(awards, read_sheet(into), column=column, by=by, scale=scale)


@gradebook.command()
@_written
def csv(room: Classroom, awards: Awards) -> Gradebook:
    """A plain table: marks as graded, deductions with their reasons, and what is left."""
    from grader.gradebooks import plain

    return plain.csv(awards)


@gradebook.command()
@_written
def nbgrader(room: Classroom, awards: Awards) -> Gradebook:
    """A table with the columns of `nbgrader export`."""
    from grader.gradebooks import plain

    return plain.nbgrader(awards, room.exercise)


@gradebook.command()
@_written
def otter(room: Classroom, awards: Awards) -> Gradebook:
    """A table with the columns of Otter's final_grades.csv."""
    from grader.gradebooks import plain

    return plain.otter(awards)


def _explained(result: Result, mark: Mark) -> Result:
    """The result with a note for the student on what was deducted; its points stay as they were graded."""
    from grader import wording
    from grader.result.scoring import shown

    if not mark.deduction:
        return result
    note = wording.deducted(shown(mark.deduction), mark.reason, shown(mark.points))
    submission = result.submission.model_copy(update={"notes": (*result.submission.notes, note)})
    return result.model_copy(update={"submission": submission})
