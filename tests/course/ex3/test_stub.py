"""The public side of Exercise 3 agrees with itself: text, stub, notebook, exercise.toml, quiz and rubric."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grader.checks.quiz import MultipleChoice, Question, SingleChoice
from grader.checks.quizfile import read_quiz
from grader.course.config import read_exercise
from grader.course.handout import notebook, percent_cells, sections
from grader.course.text import statements

ROOT = Path(__file__).parents[3]
FOLDER, SOLUTIONS = ROOT / "exercises" / "ex3", ROOT / "solutions" / "ex3"
FULL_MARKS = ROOT / "tests" / "specimens" / "full_marks"

STUB = (FOLDER / "ex3.py").read_text(encoding="utf-8")
TEXT = (FOLDER / "exercise.md").read_text(encoding="utf-8")
EXERCISE = read_exercise(FOLDER, SOLUTIONS)
QUIZ = read_quiz(SOLUTIONS / "quiz.toml")
STATEMENTS = [f"T{number}" for number in range(1, 16)]


def top_level(source: str) -> dict[str, ast.stmt]:
    """What a file defines, by name."""
    defined: dict[str, ast.stmt] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            defined[node.targets[0].id] = node
    return defined


def test_the_notebook_is_generated_from_the_stub_and_the_text() -> None:
    assert (FOLDER / "ex3.ipynb").read_text(encoding="utf-8") == notebook(STUB, TEXT)


def test_the_full_marks_notebook_is_generated_from_the_file_beside_it() -> None:
    source = (FULL_MARKS / "ex3.py").read_text(encoding="utf-8")
    assert (FULL_MARKS / "ex3.ipynb").read_text(encoding="utf-8") == notebook(source)


def test_the_stub_asks_for_the_items_in_their_order_and_for_nothing_else() -> None:
    kinds = {ast.FunctionDef: "function", ast.ClassDef: "class", ast.Assign: "answer"}
    wanted = [(item.name, item.kind if item.kind in ("function", "class") else "answer") for item in EXERCISE.items]
    assert [(name, kinds[type(node)]) for name, node in top_level(STUB).items()] == wanted


def test_the_full_marks_file_has_every_item_with_the_parameters_of_the_stub() -> None:
    wanted, given = top_level(STUB), top_level((FULL_MARKS / "ex3.py").read_text(encoding="utf-8"))
    for item in EXERCISE.items:
        if item.kind == "function":
            assert ast.dump(given[item.name].args) == ast.dump(wanted[item.name].args)  # type: ignore[attr-defined]
        assert type(given[item.name]) is type(wanted[item.name])


def test_nothing_in_the_stub_is_done() -> None:
    functions = [node for node in ast.walk(ast.parse(STUB)) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        assert ast.unparse(function.body[-1]) == "raise NotImplementedError"
    answers = {name: node for name, node in top_level(STUB).items() if isinstance(node, ast.Assign)}
    for name, node in answers.items():
        assert ast.literal_eval(node.value) == ("\n" if name == "explanation" else None)


def test_every_function_and_class_of_the_stub_says_what_to_do() -> None:
    for name, node in top_level(STUB).items():
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            assert ast.get_docstring(node), name


def test_the_points_are_those_of_the_four_parts() -> None:
    points = {part.id: sum(item.points for item in part.items) for part in EXERCISE.parts}
    assert points == {"A": 26, "B": 34, "C": 18, "D": 22}


def test_the_statements_stand_once_each() -> None:
    assert sorted(statements(TEXT), key=lambda name: int(name[1:])) == STATEMENTS


def test_every_section_of_the_text_has_its_place_in_the_stub_once_and_in_order() -> None:
    places = re.findall(r"<!-- text: (.+) -->", STUB)
    assert places == list(sections(TEXT))


def test_the_figures_of_the_text_exist_and_carry_no_date() -> None:
    links = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT)
    assert links == ["figures/depth.svg", "figures/paths.svg"]
    for link in links:
        assert "dc:date" not in (FOLDER / link).read_text(encoding="utf-8")


@pytest.mark.parametrize("question", QUIZ.values(), ids=QUIZ)
def test_a_question_of_the_stub_has_the_choices_of_the_quiz(question: Question) -> None:
    wanted = question.choices if isinstance(question, SingleChoice | MultipleChoice) else {}
    (cell,) = [cell.source for cell in percent_cells(STUB) if cell.source.startswith(f"**{question.id}**")]
    assert dict(re.findall(r"^- ([a-z])\) (.+)$", cell, re.MULTILINE)) == wanted


def test_the_quiz_has_the_questions_and_points_of_the_exercise() -> None:
    wanted = {item.name: item.points for item in EXERCISE.items if item.kind == "quiz"}
    assert {question.id: question.points for question in QUIZ.values()} == wanted


def test_quiz_and_rubric_rest_on_statements_of_the_text() -> None:
    assert {question.statement for question in QUIZ.values()} <= set(STATEMENTS)
    for criterion in rubric()["criteria"]:
        assert set(criterion["statements"]) <= set(STATEMENTS)


def test_the_quiz_and_the_rubric_speak_of_no_statement_that_does_not_exist() -> None:
    words = (SOLUTIONS / "quiz.toml").read_text(encoding="utf-8") + STUB + TEXT
    assert set(re.findall(r"\bT\d+\b", words)) == set(STATEMENTS)


def test_the_rubric_adds_up_to_the_points_of_the_written_answer() -> None:
    (written,) = [item for item in EXERCISE.items if item.kind == "written"]
    assert rubric()["item"] == written.name
    assert rubric()["points"] == written.points == sum(criterion["points"] for criterion in rubric()["criteria"])


def rubric() -> dict[str, Any]:
    """The criteria of the written answer as they stand in the file."""
    return tomllib.loads((SOLUTIONS / "rubric.toml").read_text(encoding="utf-8"))
