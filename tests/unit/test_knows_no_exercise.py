"""The grader knows no exercise: its code names none, nor a function, class or misconception of one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from grader.course.catalog import exercise_ids, load_exercise
from grader.course.exercise import CODE, Exercise

ROOT = Path(__file__).parents[2]
EXERCISES = [load_exercise(ROOT, name) for name in exercise_ids(ROOT)]
FILES = sorted(path for path in (ROOT / "grader").rglob("*") if path.suffix in (".py", ".html", ".json", ".toml"))


def names(exercise: Exercise) -> set[str]:
    """What only this exercise may name. A name that is an ordinary word may be used as one."""
    items = [item.name for item in exercise.items if item.kind in CODE]
    return {exercise.id, *(name for name in [*items, *misconceptions(exercise)] if "_" in name or not name.islower())}


def misconceptions(exercise: Exercise) -> Iterator[str]:
    """The names under which misconceptions.py registers beliefs."""
    source = exercise.solutions / "misconceptions.py"
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for call in node.decorator_list:
                if isinstance(call, ast.Call):
                    words = {word.arg: word.value for word in call.keywords}
                    yield ast.literal_eval(words["name"]) if "name" in words else node.name


@cache
def words(path: Path) -> set[str]:
    """The words of a file; of Python without comments and docstrings, which may give examples."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                node.value = ast.Constant(None)
        text = ast.unparse(tree)
    return set(re.findall(r"\w+", text))


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_no_file_of_the_grader_names_anything_of_it(exercise: Exercise) -> None:
    own = names(exercise)
    assert len(own) > 5
    assert {path.name: found for path in FILES if (found := words(path) & own)} == {}
