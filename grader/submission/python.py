"""A Python file, as text, to one cell of plain Python."""

from __future__ import annotations

from grader.submission.characters import character_notes
from grader.submission.commands import Commands
from grader.submission.names import basename, printable
from grader.submission.source import Cell, Contents
from grader.submission.text import check_length, tidy


def python_contents(text: str, name: str) -> Contents:
    """The file as a single cell labelled with its name.

    A file that does not parse is read all the same: the worker reports the error with its line, and the notes
    name what cannot be seen in it. IPython commands, which exports from notebooks leave behind, are made harmless.
    """
    check_length(len(text), name)
    label, source, commands = printable(basename(name)), tidy(text), Commands()
    notes = character_notes(source, label)
    source = commands.plain(label, source.replace("\0", "\ufffd"), notebook=False)
    return Contents((Cell(label, source),), (*notes, *commands.notes()))
