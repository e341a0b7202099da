"""Characters that look right and are not."""

from __future__ import annotations

import pytest

from grader.submission.characters import character_notes


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("q1 = \u201cb\u201d", "a curly double quote"),
        ("q1 = \u2018b\u2019", "a curly or slanted quote"),
        ("x\xa0= 1", "a non-breaking space"),
        ("x\u2003= 1", "an unusual space"),
        ("x\u200b = 1", "an invisible character"),
        ("x = 3 \u2013 1", "a long dash or minus sign"),
        ("x = 3 \u2212 1", "a long dash or minus sign"),
        ("x = 3 \xd7 4", "a typeset operator"),
        ("f\uff08x\uff09", "a full-width character"),
        ("x = \u2026", "a single-character ellipsis"),
        ("x = 1\u2028y = 2", "an unusual line end"),
        ("x = 1\0", "a null byte"),
        ("x = \ufffd", "a character that could not be read"),
    ],
)
def test_each_kind_is_named_with_its_line(line: str, kind: str) -> None:
    """Python says that the character is invalid; the note says what it is and what to type."""
    (note,) = character_notes(f"import torch\n\n{line}\n{line}\n", "ex3.py")
    assert note.startswith(f"ex3.py, line 3: {kind}. ")


def test_the_whole_note() -> None:
    """Where, what, and what to do."""
    assert character_notes("q1 = \u201cb\u201d\n", "cell 4") == (
        'cell 4, line 1: a curly double quote. Python takes only the straight one, ".',
    )


@pytest.mark.parametrize(
    "source",
    [
        "# \u201ccomment\u201d\xa0\u2013\n",
        "x = '\u201cquoted\u201d'\n",
        'x = "it\u2019s"\n',
        '"""A text\nof \u201cseveral\u201d lines\u2026 with \\""" inside\n"""\n',
        "x = '\\\\' + '\u2026'\n",
        "größe = 'naïve'\nβ = 1\n",
    ],
)
def test_comments_strings_and_names_may_hold_any_letter(source: str) -> None:
    """A note about what does no harm would only scare."""
    assert character_notes(source, "ex3.py") == ()


def test_a_null_byte_is_wrong_even_in_a_string() -> None:
    """Python refuses the whole file for it."""
    assert "line 2: a null byte" in character_notes("x = 1\ny = 'a\0'\n", "ex3.py")[0]


def test_merge_markers_are_named() -> None:
    """With the line of the first one."""
    (note,) = character_notes("x = 1\n<<<<<<< HEAD\nx = 2\n=======\nx = 3\n>>>>>>> evening\n", "ex3.py")
    assert note.startswith("ex3.py, line 2: a mark that Git leaves")


def test_mixed_indentation_is_named() -> None:
    """The line whose indentation does not continue that of the line above."""
    (note,) = character_notes("def f():\n    x = 1\n\n\treturn x\n", "ex3.py")
    assert note.startswith("ex3.py, line 4: indented with tabs where the line above has spaces")


@pytest.mark.parametrize(
    "source", ["def f():\n\tx = 1\n\treturn x\n", "if x:\n\ty\nif x:\n    y\n", "x = '''\n  a\n\tb\n'''\n"]
)
def test_tabs_alone_are_fine(source: str) -> None:
    """And so are tabs in one block and spaces in another, or in a text."""
    assert character_notes(source, "ex3.py") == ()
