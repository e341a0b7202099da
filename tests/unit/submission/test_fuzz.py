"""Whatever is handed in, reading ends, and with a submission or a refusal. `make fuzz` does the same for longer."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import SubmissionRefused
from grader.submission.archive import archive_files
from grader.submission.collect import read_submission
from grader.submission.commands import Commands
from grader.submission.contents import read_contents
from tests.fuzz.submission import mutated, seeds

SNIPPETS = st.sampled_from(
    [
        "%%time\n", "%time ", "!ls\n", "x = !ls\n", "?x\n", "x?\n", ">>> ", "... ", "In [1]: ", "    ", "\t", "'''",
        '"""', "\\\n", "\n", "(", ")", "[", "def f():\n", "x = 1\n", "%%capture o\n", "%%writefile a.py\n", ",f a\n",
        ";f a\n", "/f a\n", "#", "'", '"', "\0", "\u201c", "\ufeff", "\ud800", "await x\n", "get_ipython()", "=", "%",
        "a", " ", "\x0c", "\u2028", "-n 3 ", "\r",
    ]
)  # fmt: skip
KEYS = [
    "cells",
    "worksheets",
    "cell_type",
    "source",
    "input",
    "metadata",
    "vscode",
    "languageId",
    "language",
    "nbformat",
]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["code", "markdown", "x = 1"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS) | st.text(), inner),
)


@given(st.lists(SNIPPETS, max_size=30).map("".join), st.booleans())
def test_commands(source: str, notebook: bool) -> None:
    """Text of pieces that mean something to IPython keeps its lines and loses every command that it had."""
    made = Commands().plain("cell 1", source, notebook=notebook)
    assert made == source or made.count("\n") <= source.count("\n") + 1


@given(
    st.binary(max_size=500) | st.text().map(lambda text: text.encode("utf-16")), st.sampled_from(["a.py", "a.ipynb"])
)
def test_any_bytes(data: bytes, name: str) -> None:
    """The cells can be sent to a worker and do not hold what its compiler would choke on."""
    try:
        cells = read_contents(data, name).cells
    except SubmissionRefused:
        return
    for cell in cells:
        assert b"\0" not in cell.source.encode()
        assert "\r" not in cell.source
        assert cell.source.endswith("\n")


@given(JSON)
def test_any_json(book: Any) -> None:
    """A notebook's keys in places where nobody expects them."""
    with suppress(SubmissionRefused):
        read_contents(json.dumps({"cells": [book], "worksheets": book}).encode(), "ex3.ipynb")


@given(
    st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08\x00", b"x" * 257 + b"ustar"]),
    st.binary(max_size=2000),
)
def test_any_archive(start: bytes, rest: bytes) -> None:
    """Bytes that begin like an archive."""
    try:
        for read in archive_files(start + rest, "ex3.zip").readers.values():
            read()
    except SubmissionRefused:
        pass


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_mutated_specimens(tmp_path_factory: Any, data: st.DataObject) -> None:
    """Real submissions with some of their bytes changed, moved, doubled or lost."""
    folder: Path = tmp_path_factory.getbasetemp() / "mutated"
    folder.mkdir(exist_ok=True)
    name, content = data.draw(st.sampled_from(seeds(folder / "seeds")))
    path = folder / name
    path.write_bytes(mutated(content, data.draw(st.randoms(use_true_random=False))))
    with suppress(SubmissionRefused):
        read_submission(path, "ex3")
