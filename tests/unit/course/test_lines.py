"""The line of every key of a TOML file."""

from __future__ import annotations

from grader.course.lines import key_lines


def test_finds_keys_of_nested_tables() -> None:
    text = """\
a = 1
[b]
c = [
  "d = 5",
]
[[e]]
f = 1
[[e.g]]
h = 1
[[e.g]]
h = 2
[[e]]
[[e.g]]
h = 3
"""
    lines = key_lines(text)
    assert lines[("a",)] == 1
    assert lines[("b", "c")] == 3
    assert lines[("e", 0, "f")] == 7
    assert lines[("e", 0, "g", 1, "h")] == 11
    assert lines[("e", 1)] == 12
    assert lines[("e", 1, "g", 0, "h")] == 14


def test_is_not_misled_by_long_texts() -> None:
    assert key_lines('a = """\nb = 1\n[c]\n"""\nb = 2\n') == {("a",): 1, ("b",): 5}
