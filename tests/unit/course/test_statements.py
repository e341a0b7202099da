"""Numbered statements are found in the exercise text and lose their Markdown."""

from __future__ import annotations

import pytest

from grader.course.text import plain, statements


def test_finds_paragraphs_that_begin_with_a_number() -> None:
    text = "# Title\n\n**T1** First.\n\nBetween **T9** nothing.\n\n**T12** Second\ngoes on.\n**T13** Third.\n"
    assert statements(text) == {"T1": "First.", "T12": "Second goes on.", "T13": "Third."}


def test_line_ends_of_windows_do_not_matter() -> None:
    assert statements("**T1** First\r\ngoes on.\r\n\r\nOther.\r\n") == {"T1": "First goes on."}


def test_a_number_stands_once() -> None:
    with pytest.raises(ValueError, match="the statement T1 stands twice in the text"):
        statements("**T1** One.\n\n**T1** Two.\n")


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("a *b* **c** `d_e` [f](https://example.org)", "a b c d_e f"),
        ("x ← x + Sublayer(x), 1 + ∂f/∂x & <b>", "x ← x + Sublayer(x), 1 + ∂f/∂x & <b>"),
        ("two\nlines", "two lines"),
    ],
)
def test_keeps_the_words(markdown: str, words: str) -> None:
    assert plain(markdown) == words
