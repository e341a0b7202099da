"""A small exercise with one shown check and one hidden one, and a handout of it made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.config import read_exercise
from grader.course.exercise import Exercise

FILES = {
    "exercises/ex9/exercise.toml": """\
format = 1
id = "ex9"
title = "Adding"
file = "ex9"
modules = ["torch"]
visible = ["add.value"]
parts = [{ id = "A", title = "Forward", items = [{ name = "add", points = 2, kind = "function" }] }]
""",
    "exercises/ex9/exercise.md": "# Adding\n\n**T1** The sum is new.\n",
    "exercises/ex9/ex9.py": 'def add(x, y):\n    """The sum of both."""\n    raise NotImplementedError\n',
    "solutions/ex9/reference.py": """\
def add(x, y):
    \"\"\"The sum of both.\"\"\"
    total_of_both_numbers = x + y
    return total_of_both_numbers
""",
    "solutions/ex9/misconceptions.py": """\
from grader.checks.misconceptions import misconception


@misconception("add", says="You took the difference of the two numbers.")
def subtracted(x, y):
    difference_of_both = x - y
    return difference_of_both
""",
    "solutions/ex9/quiz.toml": """\
format = 1
[[questions]]
id = "q1"
key = 0.0852575903343082
otherwise = "Count the terms of the sum once more."
""",
    "solutions/ex9/checks/test_add.py": """\
\"\"\"About adding.\"\"\"

import pytest

LARGEST = 5  # of what is drawn for everybody


def inputs(rng):
    return rng.integer(1, LARGEST), rng.integer(1, 5)


def nasty_inputs(rng):
    return -rng.integer(1000, 2000), rng.integer(7, 9)


@pytest.mark.check("add.value", points=1)
def test_value(agree, rng):
    \"\"\"adds\"\"\"
    agree("add", *inputs(rng))


@pytest.mark.check("add.negative", points=1)
def test_negative(agree, rng):
    \"\"\"adds negative numbers\"\"\"
    agree("add", *nasty_inputs(rng), otherwise="a hidden hint")
""",
}


@pytest.fixture
def exercise(tmp_path: Path) -> Exercise:
    """The exercise."""
    for name, content in FILES.items():
        path = tmp_path / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    course = tmp_path / "course"
    return read_exercise(course / "exercises" / "ex9", course / "solutions" / "ex9")
