"""Finds on which line of a TOML file a key stands, which tomllib does not tell."""

from __future__ import annotations

import re

KeyPath = tuple[str | int, ...]
"""Keys from the top of the file; an int is a place in an array of tables: ("parts", 0, "title")."""

_HEADER = re.compile(r"\s*(\[\[?)\s*([A-Za-z0-9_.-]+)\s*\]")
_KEY = re.compile(r"""\s*["']?([A-Za-z0-9_-]+)["']?\s*=""")
_QUOTES = re.compile(r'"""|\'\'\'')


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the 1-based line of each table and each key of a valid TOML file. Keys of inline tables are not found."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath = ()
    counts: dict[KeyPath, int] = {}
    inside_text = False
    for number, line in enumerate(text.splitlines(), start=1):
        if not inside_text and (header := _HEADER.match(line)):
            table = _open_table(header[2].split("."), header[1] == "[[", counts)
            lines[table] = number
        elif not inside_text and (key := _KEY.match(line)):
            lines.setdefault((*table, key[1]), number)
        if len(_QUOTES.findall(line)) % 2:
            inside_text = not inside_text
    return lines


def _open_table(names: list[str], is_array: bool, counts: dict[KeyPath, int]) -> KeyPath:
    path: KeyPath = ()
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, names[-1])
    if is_array:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path
