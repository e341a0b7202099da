"""Reads the exercise text: finds the numbered statements and takes their Markdown away."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt

_STATEMENT = re.compile(r"^\*\*([A-Z]\d+)\*\*[ \t]+(\S.*(?:\n(?!\*\*[A-Z]\d+\*\*)[^\n]*\S[^\n]*)*)", re.MULTILINE)


def statements(markdown: str) -> dict[str, str]:
    """Return the numbered statements as plain text: paragraphs that begin a line as `**T1** The ...`.

    Raises ValueError when a number is given twice.
    """
    found: dict[str, str] = {}
    for match in _STATEMENT.finditer(markdown.replace("\r\n", "\n")):
        number, sentence = match[1], plain(match[2])
        if number in found:
            raise ValueError(f"the statement {number} stands twice in the text")
        found[number] = sentence
    return found


def plain(markdown: str) -> str:
    """Return a paragraph's words on one line: emphasis, links and code marks removed, their content kept."""
    words = [
        " " if token.type in ("softbreak", "hardbreak") else token.content
        for inline in MarkdownIt().parseInline(markdown)
        for token in inline.children or ()
    ]
    return " ".join("".join(words).split())
