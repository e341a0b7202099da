"""The public side of each exercise agrees with itself: text, stub, notebook, exercise.toml, figures and quiz."""

from __future__ import annotations

import ast
import re
from functools import cached_property

import pytest

from grader.checks.quiz import MultipleChoice, Question, SingleChoice
from grader.checks.quizfile import read_quiz
from grader.course.catalog import load_exercise
from grader.course.handout import notebook, percent_cells, sections
from grader.course.text import statements
from tests.course.places import COURSE, EXERCISES, full_marks

KINDS = {ast.FunctionDef: ["function"], ast.ClassDef: ["class"], ast.Assign: ["quiz", "written"]}


class Handout:
    """What one exercise gives to students, read."""

    def __init__(self, exercise_id: str) -> None:
        self.exercise = load_exercise(COURSE, exercise_id)
        self.folder, self.solutions = self.exercise.folder, self.exercise.solutions
        self.stub = (self.folder / f"{exercise_id}.py").read_text(encoding="utf-8")
        self.text = (self.folder / "exercise.md").read_text(encoding="utf-8")
        self.right = [self.solutions / "reference.py", full_marks(exercise_id)]

    @cached_property
    def quiz(self) -> dict[str, Question]:
        """The questions by name."""
        return read_quiz(self.solutions / "quiz.toml")


@pytest.fixture(scope="module", params=EXERCISES)
def handout(request: pytest.FixtureRequest) -> Handout:
    """Each exercise in turn."""
    return Handout(request.param)


def top_level(source: str) -> dict[str, ast.stmt]:
    """What a file defines, by name."""
    defined: dict[str, ast.stmt] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            defined[node.targets[0].id] = node
    return defined


def test_the_notebook_is_generated_from_the_stub_and_the_text(handout: Handout) -> None:
    (made,) = handout.folder.glob("*.ipynb")
    assert made.read_text(encoding="utf-8") == notebook(handout.stub, handout.text)


def test_the_stub_asks_for_the_items_in_their_order_and_for_nothing_else(handout: Handout) -> None:
    asked = top_level(handout.stub)
    assert list(asked) == [item.name for item in handout.exercise.items]
    for item in handout.exercise.items:
        assert item.kind in KINDS[type(asked[item.name])], item.name


def test_nothing_in_the_stub_is_done(handout: Handout) -> None:
    for node in ast.walk(ast.parse(handout.stub)):
        if isinstance(node, ast.FunctionDef):
            assert ast.unparse(node.body[-1]) == "raise NotImplementedError", node.name
    for name, node in top_level(handout.stub).items():
        if isinstance(node, ast.Assign):
            assert not str(ast.literal_eval(node.value) or "").strip(), name


def test_a_right_file_has_the_parameters_of_the_stub(handout: Handout) -> None:
    wanted = top_level(handout.stub)
    for path in handout.right:
        given = top_level(path.read_text(encoding="utf-8"))
        for name, node in wanted.items():
            if isinstance(node, ast.FunctionDef):
                mine = given[name]
                assert isinstance(mine, ast.FunctionDef)
                assert [a.arg for a in mine.args.args] == [a.arg for a in node.args.args], path


def test_every_function_and_class_of_the_stub_says_what_to_do(handout: Handout) -> None:
    for name, node in top_level(handout.stub).items():
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            assert ast.get_docstring(node), name


def test_the_points_of_the_text_are_those_of_the_parts(handout: Handout) -> None:
    rows = re.findall(r"^\| ([A-D]) \|[^|]+\| ([\d +]+) \| (\d+) \|$", handout.text, re.MULTILINE)
    told = [(part, sum(map(int, points.split("+"))), int(minutes)) for part, points, minutes in rows]
    parts = handout.exercise.parts
    assert told == [(part.id, sum(item.points for item in part.items), part.minutes) for part in parts]


def test_the_statements_are_numbered_from_1_without_a_gap(handout: Handout) -> None:
    numbers = sorted(int(name.removeprefix("T")) for name in statements(handout.text))
    assert numbers == list(range(1, len(handout.exercise.statements) + 1))


def test_nothing_speaks_of_a_statement_that_does_not_exist(handout: Handout) -> None:
    words = handout.stub + handout.text + (handout.solutions / "quiz.toml").read_text(encoding="utf-8")
    assert set(re.findall(r"\bT\d+\b", words)) <= set(handout.exercise.statements)


def test_every_section_of_the_text_has_its_place_in_the_stub_once_and_in_order(handout: Handout) -> None:
    assert re.findall(r"<!-- text: (.+) -->", handout.stub) == list(sections(handout.text))


def test_the_figures_of_the_text_are_those_of_the_folder_and_carry_no_date(handout: Handout) -> None:
    linked = {handout.folder / link for link in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", handout.text)}
    assert linked == set((handout.folder / "figures").glob("*.svg"))
    for figure in linked:
        assert "dc:date" not in figure.read_text(encoding="utf-8"), figure


def test_the_questions_of_the_stub_have_the_choices_of_the_quiz(handout: Handout) -> None:
    cells = percent_cells(handout.stub)
    for question in handout.quiz.values():
        wanted = question.choices if isinstance(question, SingleChoice | MultipleChoice) else {}
        (cell,) = [cell.source for cell in cells if cell.source.startswith(f"**{question.id}**")]
        assert dict(re.findall(r"^- ([a-z])\) (.+)$", cell, re.MULTILINE)) == wanted, question.id


def test_the_quiz_has_the_questions_and_points_of_the_exercise(handout: Handout) -> None:
    wanted = {item.name: item.points for item in handout.exercise.items if item.kind == "quiz"}
    assert {question.id: question.points for question in handout.quiz.values()} == wanted
    assert {question.statement for question in handout.quiz.values()} <= set(handout.exercise.statements)
