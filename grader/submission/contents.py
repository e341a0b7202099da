"""One file's bytes to its contents: what it holds decides how it is read, not what it is called."""

from __future__ import annotations

from dataclasses import replace

from grader.submission.names import basename, kind_of, shown
from grader.submission.notebook import looks_like_notebook, notebook_contents
from grader.submission.python import python_contents
from grader.submission.source import Contents
from grader.submission.text import decode


def read_contents(data: bytes, name: str) -> Contents:
    """The cells of a Python file or notebook. Raises SubmissionRefused if it is neither, or damaged."""
    text, notes = decode(data, basename(name))
    named_notebook = kind_of(name) == "notebook"
    is_notebook = looks_like_notebook(text) or (named_notebook and text.lstrip().startswith("{"))
    if is_notebook and not named_notebook:
        notes += (f"{shown(name)} holds a notebook, so it was read as one; its name should end in .ipynb.",)
    if named_notebook and not is_notebook:
        notes += (f"{shown(name)} holds plain Python, so it was read as that; its name should end in .py.",)
    contents = (notebook_contents if is_notebook else python_contents)(text, basename(name))
    return replace(contents, notes=(*notes, *contents.notes))
