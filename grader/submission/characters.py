"""Characters that look right and are not: curly quotes, odd spaces, null bytes, mixed indentation, merge markers.

Nothing is repaired here. Python reports the error; these notes say what the student cannot see in it.
"""

from __future__ import annotations

import re

_ODD = (
    ("\u201c-\u201f\xab\xbb", "a curly double quote", 'Python takes only the straight one, "'),
    ("\u2018-\u201b`\xb4", "a curly or slanted quote", "Python takes only the straight one, '"),
    ("\xa0\u2007\u202f", "a non-breaking space", "It looks like a space and is none; delete it and type a space"),
    ("\u2000-\u2006\u2008-\u200a\u205f\u3000", "an unusual space", "Delete it and type a space"),
    ("\u200b-\u200f\u202a-\u202e\u2060\ufeff", "an invisible character", "Delete the line and type it again"),
    ("\u2010-\u2015\u2212", "a long dash or minus sign", "Python takes only the hyphen on the keyboard, -"),
    ("\xd7\xf7\xb7", "a typeset operator", "Python writes * and /"),
    ("\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e", "a full-width character", "Switch to half-width input"),
    ("\u2026", "a single-character ellipsis", "Python writes three full stops"),
    ("\u2028\u2029\x85", "an unusual line end", "Delete it and press Enter"),
    ("\0", "a null byte", "The file was damaged when it was saved or copied; type the line again"),
    ("\ufffd", "a character that could not be read", "The file was damaged when it was saved or copied"),
)
_ANY_ODD = re.compile("[" + "".join(characters for characters, _, _ in _ODD) + "]")
COMMENT_OR_STRING = (
    r"#[^\n]*"
    r'|"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\\?\Z)'
    r"|'''(?:[^'\\]|\\.|'(?!''))*+(?:'''|\\?\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'(?:[^'\\\n]|\\.)*+'?"
)
"""Pattern, with DOTALL, of a comment or a string, ended or not; it takes time in proportion to the text."""
_COMMENT_OR_STRING = re.compile(COMMENT_OR_STRING, re.DOTALL)
_MERGE_MARKER = re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)


def character_notes(source: str, label: str) -> tuple[str, ...]:
    """One note for each kind of unsuitable character or indentation in the code, with the line where it first stands.

    Comments and strings may hold any character except null bytes.
    """
    notes = []
    if _ANY_ODD.search(source):
        code = _code(source)
        for characters, kind, advice in _ODD:
            searched = source if kind == "a null byte" else code
            if found := re.search(f"[{characters}]", searched):
                notes.append(f"{_place(searched, found.start(), label)}: {kind}. {advice}.")
    if marker := _MERGE_MARKER.search(source):
        notes.append(
            f"{_place(source, marker.start(), label)}: a mark that Git leaves at a merge conflict. "
            "Keep one of the two versions and delete the lines that begin with <<<<<<<, ======= and >>>>>>>."
        )
    if "\t" in source and (mixed := _mixed_indentation(_code(source))):
        notes.append(
            f"{label}, line {mixed}: indented with tabs where the line above has spaces, or the other way round. "
            "Let your editor convert all indentation to spaces."
        )
    return tuple(notes)


def _code(source: str) -> str:
    """The source with strings and comments blanked; line numbers stay."""
    return _COMMENT_OR_STRING.sub(lambda text: "\n" * text[0].count("\n") if "\n" in text[0] else " ", source)


def _place(text: str, position: int, label: str) -> str:
    return f"{label}, line {1 + text.count(chr(10), 0, position)}"


def _mixed_indentation(code: str) -> int | None:
    """The first line whose indentation neither continues nor shortens the line before it."""
    before = ""
    for number, line in enumerate(code.split("\n"), 1):
        if body := line.lstrip(" \t"):
            indent = line[: len(line) - len(body)]
            if not indent.startswith(before) and not before.startswith(indent):
                return number
            before = indent
    return None
