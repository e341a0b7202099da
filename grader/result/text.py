"""Makes text that came from a student safe to store, to show and to open in a spreadsheet."""

from __future__ import annotations

import re

_LIMIT_MARK = " […]"
_UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, the escape that starts terminal sequences among them
    r"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"  # line separators and marks that reorder what is read
    r"\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]"  # what UTF-8 or XML cannot carry
)
_FORMULA = re.compile(r"[=+@\t\r\uff1d\uff0b\uff20\uff0d]|-(?!$|[\d.,]+$)")
"""How a cell begins that a spreadsheet would calculate, in wide forms too; not a dash alone or a negative number."""


def clean(text: str, limit: int) -> str:
    """Return at most `limit` characters, with controls, terminal escapes and bidirectional marks spelt out as \\x1b.

    Line feeds and tabs stay. Cleaning twice changes nothing.
    """
    head = _UNSAFE.sub(_visible, text[: limit + 1].replace("\r\n", "\n"))
    return head if len(head) <= limit and len(text) <= limit else head[: limit - len(_LIMIT_MARK)] + _LIMIT_MARK


def one_line(text: str, limit: int) -> str:
    """Clean `text` and join its lines to one."""
    return clean(" ".join(text[: 2 * limit].split()), limit)


def inert(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula: one that begins like one gets an apostrophe in front."""
    return f"'{text}" if _FORMULA.match(text) else text


def _visible(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii")
