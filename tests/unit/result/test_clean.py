"""Text from a student is stored and shown as text, whatever is in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.result.text import clean, inert, one_line

ANY_TEXT = st.text(st.characters(codec=None), max_size=300)


@pytest.mark.parametrize(
    ("dirty", "shown"),
    [
        ("plain ünïcode ✓\n\tkept", "plain ünïcode ✓\n\tkept"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("\x1b]0;title\x07", r"\x1b]0;title\x07"),
        ("10%\r20%\r\n", "10%\\r20%\n"),
        ("nul \0 bell \a del \x7f csi \x9b", r"nul \x00 bell \x07 del \x7f csi \x9b"),
        ("\u202etxt.exe\u202c", r"\u202etxt.exe\u202c"),
        ("half \ud83d", r"half \ud83d"),
    ],
)
def test_spells_out_what_would_act(dirty: str, shown: str) -> None:
    assert clean(dirty, 100) == shown


@given(ANY_TEXT, st.integers(10, 50))
def test_is_bounded_and_stable(text: str, limit: int) -> None:
    cleaned = clean(text, limit)
    assert len(cleaned) <= limit
    assert clean(cleaned, limit) == cleaned
    assert not any(ord(letter) < 0x20 and letter not in "\n\t" for letter in cleaned)
    cleaned.encode("utf-8")


def test_says_that_it_cut() -> None:
    assert clean("x" * 50, 20) == "x" * 16 + " […]"
    assert clean("\0" * 10, 20) == r"\x00\x00\x00\x00 […]"


def test_joins_lines() -> None:
    assert one_line("  a title\n  in two lines ", 100) == "a title in two lines"


@pytest.mark.parametrize("text", ["=1+1", "+49 170", "-minus", "@home", "\tx", "\rx", "＝1+1", "-1+cmd|' /C calc'!A0"])  # noqa: RUF001
def test_a_formula_gets_an_apostrophe(text: str) -> None:
    assert inert(text) == "'" + text


@pytest.mark.parametrize("text", ["", "-", "-3", "-3,5", "17.50", "O'Neil", "a=b", "Ünal", "'=1"])
def test_everything_else_stays_as_it_is(text: str) -> None:
    assert inert(text) == text


@given(st.text())
def test_a_cell_that_was_made_inert_stays_so(text: str) -> None:
    assert inert(inert(text)) == inert(text)
