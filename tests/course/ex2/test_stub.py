"""The public side of Exercise 2 agrees with itself: text, stub, notebook, exercise.toml and quiz."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from grader.checks.quiz import MultipleChoice, Question, SingleChoice
from grader.checks.quizfile import read_quiz
from grader.course.config import read_exercise
from grader.course.handout import notebook, percent_cells, sections
from grader.course.text import statements

ROOT = Path(__file__).parents[3]
FOLDER, SOLUTIONS = ROOT / "exercises" / "ex2", ROOT / "solutions" / "ex2"

STUB = (FOLDER / "ex2.py").read_text(encoding="utf-8")
TEXT = (FOLDER / "exercise.md").read_text(encoding="utf-8")
EXERCISE = read_exercise(FOLDER, SOLUTIONS)
QUIZ = read_quiz(SOLUTIONS / "quiz.toml")


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
    assert (FOLDER / "ex2.ipynb").read_text(encoding="utf-8") == notebook(STUB, TEXT)


def test_the_stub_asks_for_the_items_in_their_order_and_for_nothing_else() -> None:
    kinds = {ast.FunctionDef: "function", ast.ClassDef: "class", ast.Assign: "quiz"}
    wanted = [(item.name, item.kind) for item in EXERCISE.items]
    assert [(name, kinds[type(node)]) for name, node in top_level(STUB).items()] == wanted


@pytest.mark.parametrize("right", [SOLUTIONS / "reference.py", Path(__file__).parent / "full_marks.py"])
def test_a_right_file_has_the_parameters_of_the_stub(right: Path) -> None:
    wanted, given = top_level(STUB), top_level(right.read_text(encoding="utf-8"))
    for name, node in wanted.items():
        if isinstance(node, ast.FunctionDef):
            mine = given[name]
            assert isinstance(mine, ast.FunctionDef)
            assert [a.arg for a in mine.args.args] == [a.arg for a in node.args.args]


def test_every_function_and_class_of_the_stub_says_what_to_do() -> None:
    for name, node in top_level(STUB).items():
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            assert ast.get_docstring(node), name


def test_the_points_of_the_text_are_those_of_the_parts() -> None:
    rows = re.findall(r"^\| ([A-D]) \|[^|]+\| (\d+) \| (\d+) \|$", TEXT, re.MULTILINE)
    wanted = [(part.id, str(sum(item.points for item in part.items)), str(part.minutes)) for part in EXERCISE.parts]
    assert rows == wanted


def test_the_statements_are_numbered_from_1_without_a_gap() -> None:
    assert list(statements(TEXT)) == [f"T{number}" for number in range(1, len(EXERCISE.statements) + 1)]


def test_every_section_of_the_text_has_its_place_in_the_stub_once_and_in_order() -> None:
    assert re.findall(r"<!-- text: (.+) -->", STUB) == list(sections(TEXT))


def test_the_figures_of_the_text_exist_and_carry_no_date() -> None:
    links = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", TEXT)
    assert links == ["figures/gradient.svg", "figures/stream.svg"]
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


def test_stub_and_text_speak_of_no_statement_that_does_not_exist() -> None:
    assert set(re.findall(r"\bT\d+\b", STUB + TEXT)) <= set(EXERCISE.statements)
