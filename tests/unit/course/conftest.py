"""A small course on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

CONFIG = """\
format = 1
id = "ex9"
title = "Adding"
file = "ex9"
modules = ["torch"]

[limits]
call_seconds = 2

[[parts]]
id = "A"
title = "Forward"
minutes = 25
  [[parts.items]]
  name = "add"
  points = 7
  kind = "function"
  [[parts.items]]
  name = "q1"
  points = "1/3"
  kind = "quiz"
"""

TEXT = """\
# Adding

**T1** The *sum* of `x` and y
is [new](https://example.org).

Not a statement: **T2** is in the middle of a line.
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course with one exercise, ex9."""
    files = {
        "exercises/ex9/exercise.toml": CONFIG,
        "exercises/ex9/exercise.md": TEXT,
        "exercises/ex9/ex9.py": "raise NotImplementedError\n",
        "solutions/ex9/reference.py": "def add(x, y):\n    return x + y\n",
        "solutions/ex9/checks/test_add.py": "def test_add(): ...\n",
    }
    for name, content in files.items():
        path = tmp_path / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path / "course"
