"""A made-up course with one tiny exercise, and made-up classes that hand it in."""

from __future__ import annotations

import csv
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from grader.records.rows import Row
from grader.store import Store

_FILES = {
    "exercises/tiny/exercise.toml": """\
format = 1
id = "tiny"
title = "Doubling"
file = "tiny"
modules = ["torch", "sys"]
[limits]
call_seconds = 2
[[parts]]
id = "A"
title = "Twice"
items = [{name = "double", points = 9, kind = "function"}]
[[parts]]
id = "B"
title = "Thirds"
items = [{name = "third", points = 1, kind = "function"}]
""",
    "exercises/tiny/exercise.md": "# Doubling\n\n**T1** The result is twice x.\n\n**T2** The result is a third of x.\n",
    "exercises/tiny/tiny.py": "def double(x):\n    raise NotImplementedError\n\n\ndef third(x):\n    ...\n",
    "solutions/tiny/reference.py": "def double(x):\n    return x + x\n\n\ndef third(x):\n    return x / 3\n",
    "solutions/tiny/checks/test_tiny.py": '''\
import pytest


@pytest.mark.check("double.value", points=9, statement="T1")
def test_double(agree, rng):
    """doubles"""
    agree("double", rng.normal(3))


@pytest.mark.check("third.value", points="1/3", statement="T2")
def test_third(agree, rng):
    """takes a third"""
    agree("third", rng.normal(3))


@pytest.mark.check("third.again", points="1/3", statement="T2")
def test_third_again(agree, rng):
    """takes a third of a matrix"""
    agree("third", rng.normal(2, 2))


@pytest.mark.check("third.small", points="1/3", statement="T2")
def test_third_small(agree, rng):
    """takes a third of a small number"""
    agree("third", rng.normal(1, std=1e-3))
''',
}
RIGHT = "def double(x):\n    return 2 * x\n\n\ndef third(x):\n    return x / 3\n"
WRONG = RIGHT.replace("2 * x", "x").replace("x / 3", "x / 2")
HALF = RIGHT.replace("2 * x", "x")
LOOPS = RIGHT.replace("return 2 * x", "while True:\n        pass")
EXITS = RIGHT.replace("return 2 * x", "import sys; sys.exit(0)")
SYNTAX = "def double(x:\n"
EMPTY = ""


def make_course(folder: Path) -> Path:
    """The course, in this folder."""
    return write(folder, _FILES)


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write files by their paths in the folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


@dataclass(frozen=True)
class Command:
    """`grade batch` for one class, run as a process of its own."""

    course: Path
    submissions: Path
    out: Path

    def start(self, *options: str) -> subprocess.Popen[str]:
        """Start it."""
        args = ["batch", "tiny", str(self.submissions), "-o", str(self.out), "--course", str(self.course), *options]
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-m", "grader", *args], stdout=pipe, stderr=pipe, text=True)

    def run(self, *options: str) -> tuple[int, str]:
        """Run it to the end; its exit status and all it said."""
        process = self.start(*options)
        said = "".join(process.communicate())
        return process.returncode, said

    def into(self, out: Path) -> Command:
        """The same with another folder for results."""
        return replace(self, out=out)

    def rows(self) -> dict[str, Row]:
        """Where everybody stands, by student."""
        store = Store(self.out / "grades.sqlite")
        try:
            return {row.student: row for row in store.current("tiny")}
        finally:
            store.close()

    def left(self) -> dict[str, Any]:
        """All that it left, but for times and the numbers of runs: two runs that did the same left the same."""
        files = {
            path.relative_to(self.out).as_posix(): _timeless(path.read_text(encoding="utf-8"))
            for path in self.out.rglob("*")
            if path.is_file() and not path.name.startswith((".", "grades.sqlite"))
        }
        rows = {
            name: replace(row, json=_timeless(row.json), seconds=0.0, graded_at=None, run=0)
            for name, row in self.rows().items()
        }
        return {"files": files, "rows": rows}


def table(command: Command) -> dict[str, dict[str, str]]:
    """grades.csv, by student."""
    with (command.out / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {line["student"]: line for line in csv.DictReader(file)}


def finished(command: Command) -> int:
    """How many are graded by now."""
    try:
        return sum(row.status == "graded" for row in command.rows().values())
    except sqlite3.Error:
        return 0


def of_run(command: Command, run: int) -> int:
    """How many results a run has recorded, whether they count or not."""
    if not command.out.exists():
        return 0
    store = Store(command.out / "grades.sqlite")
    try:
        students = [row.student for row in store.current("tiny")]
        return sum(row.run == run for student in students for row in store.history("tiny", student))
    finally:
        store.close()


def _timeless(text: str) -> str:
    return re.sub(r'"seconds": [\d.]+|\d+\.\d+ s\b', "", text)
