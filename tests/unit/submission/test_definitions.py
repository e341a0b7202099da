"""Where a submission defines what is graded, and what students are told of names that they define more than once."""

from __future__ import annotations

from grader.result.verdict import Place
from grader.submission.definitions import definitions, repeated
from grader.submission.source import Cell

FILE = Cell("ex3.py", "import torch\n\n\n@torch.no_grad()\ndef add(x, y):\n    return x\n\n\nq1 = 'b'\nother = 1\n")


def test_functions_classes_and_answers() -> None:
    block = Cell("cell 2", "class Block:  # mine\n    pass\n")
    assert definitions([FILE, block], {"add", "q1", "Block", "absent"}) == {
        "add": [Place("ex3.py", 5, "def add(x, y):")],
        "q1": [Place("ex3.py", 9, "q1 = 'b'")],
        "Block": [Place("cell 2", 1, "class Block:  # mine")],
    }


def test_a_file_that_cannot_be_parsed_defines_nothing() -> None:
    assert definitions([Cell("ex3.py", "def add(x:\n"), Cell("ex3.py", "def\0")], {"add"}) == {}


def test_the_last_of_several_counts() -> None:
    cells = [Cell("cell 3", "def add():\n    pass\n"), Cell("cell 7", "x = 1\nadd = lambda: x\n")]
    found = definitions(cells, {"add", "x"})
    assert [place.label for place in found["add"]] == ["cell 3", "cell 7"]
    assert repeated(found) == ("`add` is defined 2 times; the last one counts (cell 7, line 2).",)
