"""A notebook, as text, to cells of plain Python. No kernel, no validation: only what makes a code cell is read.

Real notebooks carry ids that their format forbids, lack metadata, or hold widgets that no schema knows; none of it
touches the code, so none of it can cost a grade.
"""

from __future__ import annotations

import json
import re
from typing import Any

from grader.errors import SubmissionRefused
from grader.submission.bounds import CELLS, JSON_VALUES
from grader.submission.characters import character_notes
from grader.submission.commands import Commands
from grader.submission.names import listed, shown
from grader.submission.source import Cell, Contents
from grader.submission.text import check_length, tidy

_STRING = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+\\?"?', re.DOTALL)  # always matches, or it would search again
_NOTEBOOK_KEY = re.compile(r'"(?:cells|worksheets|cell_type)"\s*:')
_MERGE_MARKER = re.compile(r"^<{7} ", re.MULTILINE)
_CODE_IN_TEXT = re.compile(r"\s*(?:(?:from |import |#)[^\n]*\n\s*)*(?:@\w|def \w+\(|class \w+[(:])")
_ADVICE = "Open it in Jupyter or Colab, save it, and hand in the file that they save or download as .ipynb."
_COUNTED_FROM = 4 * 1024 * 1024


def looks_like_notebook(text: str) -> bool:
    """Whether the text is a notebook's JSON, complete or not, whatever the file is called."""
    return text.lstrip().startswith(("{", "<<<<<<< ")) and _NOTEBOOK_KEY.search(text) is not None


def notebook_contents(text: str, name: str) -> Contents:
    """The code cells in order, IPython commands made plain Python; each keeps the number that the student sees.

    Raises SubmissionRefused if the text is no notebook, is cut off, or has no code.
    """
    numbered = list(enumerate(_cells(_parsed(text, name), name), 1))
    code = [_source(cell) for _, cell in numbered if cell.get("cell_type") == "code"]
    check_length(sum(map(len, code)), name)
    if len(code) > CELLS:
        raise SubmissionRefused(
            f"{shown(name)} has {len(code)} code cells; at most {CELLS} are read.", "Delete the cells you do not need."
        )
    commands = Commands()
    cells: list[Cell] = []
    notes: list[str] = []
    other_language, code_in_text = [], []
    for number, cell in numbered:
        label, source = f"cell {number}", _source(cell)
        if cell.get("cell_type") != "code":
            if _CODE_IN_TEXT.match(source):
                code_in_text.append(label)
        elif not source.strip():
            continue
        elif not _is_python(cell):
            other_language.append(label)
        else:
            source = tidy(source)
            notes += character_notes(source, label)
            cells.append(Cell(label, commands.plain(label, source.replace("\0", "\ufffd"))))
    if not cells:
        raise SubmissionRefused(f"{shown(name)} has no code in its {len(numbered)} cells.", _ADVICE)
    if code_in_text:
        notes.append(f"{listed(code_in_text)}: this looks like code in a text cell, where it does not count.")
    if other_language:
        notes.append(f"{listed(other_language)}: set to another language than Python, and so not run.")
    return Contents(tuple(cells), (*notes, *commands.notes()), tuple(commands.helpers))


def _parsed(text: str, name: str) -> dict[str, Any]:
    if len(text) > _COUNTED_FROM:
        structure, strings = _STRING.subn("", text)
        if strings + sum(structure.count(mark) for mark in ",[{") > JSON_VALUES:
            raise SubmissionRefused(f"{shown(name)} holds too much data in its outputs.", "Clear all outputs and save.")
    try:
        book = json.loads(text, parse_int=float)
    except json.JSONDecodeError as wrong:
        raise _broken(text, name, wrong) from None
    except RecursionError:
        raise SubmissionRefused(f"{shown(name)} is nested too deeply for a notebook.", _ADVICE) from None
    if not isinstance(book, dict):
        raise SubmissionRefused(f"{shown(name)} is JSON, but no notebook.", _ADVICE)
    return book


def _broken(text: str, name: str, wrong: json.JSONDecodeError) -> SubmissionRefused:
    if marker := _MERGE_MARKER.search(text):
        line = 1 + text.count("\n", 0, marker.start())
        return SubmissionRefused(
            f"{shown(name)} holds an unresolved Git merge: line {line} begins with <<<<<<<.",
            "Take one of the two versions (git checkout --ours FILE, or --theirs), open it to see that it is right, "
            "and hand it in again.",
        )
    if wrong.pos >= len(text.rstrip()) - 1 or "Unterminated" in wrong.msg:
        return SubmissionRefused(f"{shown(name)} is cut off in line {wrong.lineno}: the end is missing.", _ADVICE)
    return SubmissionRefused(
        f"{shown(name)} is not a notebook, or is damaged in line {wrong.lineno}, column {wrong.colno}.", _ADVICE
    )


def _cells(book: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The cells, text cells too; format 3 keeps them on worksheets."""
    sheets = book.get("worksheets")
    groups = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)] if isinstance(sheets, list) else []
    if isinstance(book.get("cells"), list):
        groups = [book["cells"]]
    cells = [cell for group in groups if isinstance(group, list) for cell in group if isinstance(cell, dict)]
    if not cells:
        raise SubmissionRefused(f"{shown(name)} is JSON without a notebook's cells.", _ADVICE)
    return cells


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell: a string or a list of lines, called `input` in format 3."""
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list):
        lines = [line for line in source if isinstance(line, str)]
        # Lines keep their ends in the format; some tools leave them out.
        joiner = "" if any(line.endswith(("\n", "\r")) for line in lines) else "\n"
        return joiner.join(lines)
    return source if isinstance(source, str) else ""


def _is_python(cell: dict[str, Any]) -> bool:
    metadata = cell.get("metadata")
    editor = metadata.get("vscode") if isinstance(metadata, dict) else None
    language = editor.get("languageId") if isinstance(editor, dict) else cell.get("language")
    return not isinstance(language, str) or language.casefold() in {"", "python", "python3", "ipython"}
