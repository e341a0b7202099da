"""Notebooks of every shape to cells; the specimens hold many more."""

from __future__ import annotations

import json
from typing import Any

import nbformat as untyped_nbformat
import pytest

from grader.errors import SubmissionRefused
from grader.submission.contents import read_contents
from grader.submission.source import Cell, Contents

nbformat: Any = untyped_nbformat


def read(book: Any) -> Contents:
    """Contents of a notebook given as JSON data."""
    return read_contents(json.dumps(book).encode(), "ex3.ipynb")


def code(source: Any, **more: Any) -> dict[str, Any]:
    """A code cell."""
    return {"cell_type": "code", "source": source, **more}


def test_cells_keep_the_number_that_the_student_sees() -> None:
    """Text and empty cells count, and are not there."""
    cells = read(
        {"cells": [{"cell_type": "markdown", "source": "# Title"}, code("x = 1"), code("  \n"), code("y = 2")]}
    ).cells
    assert cells == (Cell("cell 2", "x = 1\n"), Cell("cell 4", "y = 2\n"))


@pytest.mark.parametrize(
    "source", ["a = 1\nb = 2", ["a = 1\n", "b = 2"], ["a = 1", "b = 2"], "a = 1\r\nb = 2\r\n", ["a = 1\n", 7, "b = 2"]]
)
def test_sources_of_every_shape(source: Any) -> None:
    """A string, a list of lines, lines without ends, other line ends, and what is no line."""
    assert read({"cells": [code(source)]}).cells[0].source == "a = 1\nb = 2\n"


def test_what_nbformat_writes_is_read() -> None:
    """Formats 3 and 4, through the library that defines them."""
    v4 = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("text"), nbformat.v4.new_code_cell("x = 1")])
    v3 = nbformat.convert(nbformat.from_dict(v4.copy()), 3)
    for text in (nbformat.writes(v4), nbformat.v3.writes_json(v3)):
        assert read_contents(text.encode(), "ex3.ipynb").cells == (Cell("cell 2", "x = 1\n"),)


def test_what_is_no_cell_is_passed_over() -> None:
    """Tools write all kinds of things."""
    cells: list[Any] = [
        None,
        3,
        [],
        {},
        {"cell_type": "code"},
        {"cell_type": "code", "source": None},
        code({"a": 1}),
        code("x = 1"),
    ]
    assert [cell.source for cell in read({"cells": cells, "metadata": None, "nbformat": "4"}).cells] == ["x = 1\n"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{}", "JSON without a notebook's cells"),
        (b'{"cells": []}', "JSON without a notebook's cells"),
        (b'{"cells": [{"cell_type": "markdown", "source": "x"}]}', "has no code in its 1 cells"),
        (b'{"cells": [{"cell_type": "code", "sour', "is cut off in line 1"),
        (b'{"cells": [,]}', "damaged in line 1, column 12"),
        (b'{"a": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"[" * 5_000_000, "too much data"),
    ],
)
def test_refusals(data: bytes, words: str) -> None:
    """What was found, and what to do."""
    with pytest.raises(SubmissionRefused) as refused:
        read_contents(data, "ex3.ipynb")
    assert words in refused.value.message
    assert refused.value.advice


def test_too_many_cells_are_refused() -> None:
    """Far above what people write."""
    with pytest.raises(SubmissionRefused, match="has 2001 code cells; at most 2000"):
        read({"cells": [code("x = 1")] * 2001})


def test_cells_in_other_languages_do_not_run() -> None:
    """VS Code and format 3 note a cell's language."""
    contents = read(
        {"cells": [code("ls", metadata={"vscode": {"languageId": "shellscript"}}), code("x = 1", language="python")]}
    )
    assert [cell.label for cell in contents.cells] == ["cell 2"]
    assert contents.notes == ("cell 1: set to another language than Python, and so not run.",)


def test_code_in_a_text_cell_is_pointed_out() -> None:
    """One key turns a code cell into text, and nothing looks wrong."""
    contents = read(
        {"cells": [code("x = 1"), {"cell_type": "markdown", "source": "import torch\n\ndef f(x):\n    return x"}]}
    )
    assert contents.notes == ("cell 2: this looks like code in a text cell, where it does not count.",)


def test_nothing_reaches_the_terminal(capfd: pytest.CaptureFixture[str], recwarn: pytest.WarningsRecorder) -> None:
    """No library complains about ids or metadata to a student."""
    read({"cells": [code("x = 1", id=5, metadata=[]), code("%time y = 2")], "nbformat": 4, "nbformat_minor": 4})
    assert capfd.readouterr() == ("", "")
    assert list(recwarn) == []


def test_a_cell_may_hold_half_a_character_or_a_null_byte() -> None:
    """Neither can reach the worker."""
    cells = read({"cells": [code("x = '\ud83d'\0")]}).cells
    assert cells[0].source.encode() == "x = '\ufffd'\ufffd\n".encode()
