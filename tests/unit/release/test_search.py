"""Whatever a handout would show of the solutions, and wherever, is found."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest

from grader.course.exercise import Exercise
from grader.errors import ExerciseFault
from grader.release.search import refuse_leaks
from grader.release.sources import shown_sources

SECRET = "total_of_both_numbers = x + y"
NOTEBOOK = {"cells": [], "metadata": {"notes": [SECRET]}, "nbformat": 4, "nbformat_minor": 5}


def refuse(exercise: Exercise, folder: Path) -> None:
    refuse_leaks(exercise, folder, shown_sources(exercise.solutions / "checks", ["add.value"]))


def test_what_is_public_may_be_there(exercise: Exercise, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for path in exercise.folder.iterdir():
        (tmp_path / "out" / path.name).write_bytes(path.read_bytes())
    source = shown_sources(exercise.solutions / "checks", ["add.value"])["test_add.py"]
    (tmp_path / "out" / "test_add.py").write_text(source, encoding="utf-8")
    refuse(exercise, tmp_path / "out")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("ex9.py", SECRET),
        ("deep/ex9.py", f"    {SECRET.replace(' ', '  ')}  # mine"),
        ("ex9.ipynb", json.dumps(NOTEBOOK)),
        ("ex9.ipynb", json.dumps(NOTEBOOK).replace("total", "\\u0074otal")),
        ("records.bin", zlib.compress(f"\0{SECRET}\0".encode())),
        ("wrong.py", "difference_of_both = x - y"),
        ("test_add.py", "return (-rng.integer(1000, 2000), rng.integer(7, 9))"),
        ("test_add.py", "agree('add', *nasty_inputs(rng), otherwise='a hidden hint')"),
        ("text.md", "It is 0.0852575903343082."),
        ("text.md", 'otherwise = "Count the terms of the sum once more."'),
    ],
)
def test_code_and_keys_are_found(exercise: Exercise, tmp_path: Path, name: str, content: str | bytes) -> None:
    path = tmp_path / "out" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ExerciseFault, match=f"The handout's {name} would show code of"):
        refuse(exercise, tmp_path / "out")


@pytest.mark.parametrize("name", ["reference.py", "quiz.toml", "__pycache__/ex9.cpython-311.pyc"])
def test_files_that_are_never_for_students_are_found_by_name(exercise: Exercise, tmp_path: Path, name: str) -> None:
    path = tmp_path / "out" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    with pytest.raises(ExerciseFault, match="is not for students"):
        refuse(exercise, tmp_path / "out")
