"""A stub in percent format and the notebook made of it hold the same cells, with the exercise text in its places."""

from __future__ import annotations

import json

import nbformat
import pytest

from grader.course.handout import PercentCell, notebook, percent_cells, sections
from grader.errors import ExerciseFault

STUB = '''# %% [markdown]
# <!-- text: Part A -->

# %%
import math

# %% [markdown]
# **q1** How many?
#
# - a) one

# %%
q1 = None


# %%
def area(radius):
    """Of a circle."""

    raise NotImplementedError
'''

TEXT = """# Circles

Round.

## Part A

**T1** A circle has one radius.

```
# not a heading
```

## Part B
Nothing.
"""


def test_cells_are_split_at_their_markers_and_freed_of_comment_signs() -> None:
    assert percent_cells(STUB) == (
        PercentCell("markdown", "<!-- text: Part A -->"),
        PercentCell("code", "import math"),
        PercentCell("markdown", "**q1** How many?\n\n- a) one"),
        PercentCell("code", "q1 = None"),
        PercentCell("code", 'def area(radius):\n    """Of a circle."""\n\n    raise NotImplementedError'),
    )


def test_text_before_the_first_marker_is_a_code_cell() -> None:
    assert percent_cells("x = 1\n# %% a title\ny = 2\n") == (PercentCell("code", "x = 1"), PercentCell("code", "y = 2"))


def test_an_indented_marker_or_a_comment_about_one_does_not_split() -> None:
    source = "def f():\n    # %% not a cell\n    return 1  # %% nor this"
    assert percent_cells(source) == (PercentCell("code", source),)


def test_a_section_runs_to_the_next_heading_and_code_has_no_headings() -> None:
    assert sections(TEXT) == {
        "Circles": "# Circles\n\nRound.",
        "Part A": "## Part A\n\n**T1** A circle has one radius.\n\n```\n# not a heading\n```",
        "Part B": "## Part B\nNothing.",
    }


def test_two_sections_with_one_heading_are_refused() -> None:
    with pytest.raises(ExerciseFault, match='two sections headed "Part A"'):
        sections("# Part A\n# Part A\n")


def test_the_notebook_is_valid_and_has_the_text_in_place() -> None:
    document = json.loads(notebook(STUB, TEXT))
    nbformat.validate(document)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert document["metadata"]["kernelspec"]["name"] == "python3"
    assert [(cell["cell_type"], cell["id"]) for cell in document["cells"]] == [
        ("markdown", "cell-1"),
        ("code", "cell-2"),
        ("markdown", "cell-3"),
        ("code", "cell-4"),
        ("code", "cell-5"),
    ]
    sources = ["".join(cell["source"]) for cell in document["cells"]]
    assert sources[0] == sections(TEXT)["Part A"]
    assert sources[1] == "import math"


def test_without_a_text_the_places_stay_as_they_are() -> None:
    assert json.loads(notebook(STUB))["cells"][0]["source"] == ["<!-- text: Part A -->"]


def test_a_section_that_the_text_lacks_is_named_with_those_it_has() -> None:
    with pytest.raises(ExerciseFault, match='the section "Part A"') as caught:
        notebook(STUB, "# Circles\n## Part B\n")
    assert caught.value.advice == "The text has these sections:\n  Circles\n  Part B"


def test_the_same_input_gives_the_same_characters() -> None:
    assert notebook(STUB, TEXT) == notebook(STUB, TEXT)
