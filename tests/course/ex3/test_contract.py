"""What the data of other courses rests on: points, statements and the rubric of Exercise 3."""

from __future__ import annotations

import tomllib

from grader.course.catalog import load_exercise
from grader.course.handout import notebook
from tests.course.places import COURSE, full_marks

EXERCISE = load_exercise(COURSE, "ex3")
RUBRIC = tomllib.loads((EXERCISE.solutions / "rubric.toml").read_text(encoding="utf-8"))


def test_the_points_are_those_of_the_four_parts() -> None:
    points = {part.id: sum(item.points for item in part.items) for part in EXERCISE.parts}
    assert points == {"A": 26, "B": 34, "C": 18, "D": 22}


def test_there_are_fifteen_statements() -> None:
    assert set(EXERCISE.statements) == {f"T{number}" for number in range(1, 16)}


def test_the_rubric_adds_up_to_the_points_of_the_written_answer() -> None:
    (written,) = [item for item in EXERCISE.items if item.kind == "written"]
    assert RUBRIC["item"] == written.name
    assert RUBRIC["points"] == written.points == sum(criterion["points"] for criterion in RUBRIC["criteria"])


def test_the_rubric_rests_on_statements_of_the_text() -> None:
    for criterion in RUBRIC["criteria"]:
        assert set(criterion["statements"]) <= set(EXERCISE.statements)


def test_the_full_marks_notebook_is_generated_from_the_file_beside_it() -> None:
    file = full_marks("ex3")
    assert file.with_suffix(".ipynb").read_text(encoding="utf-8") == notebook(file.read_text(encoding="utf-8"))
