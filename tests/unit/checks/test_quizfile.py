"""quiz.toml is read strictly: all mistakes are named at once, each with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.checks.quiz import MultipleChoice, Numeric, SingleChoice, Symbolic, WrongAnswer, judge
from grader.checks.quizfile import read_quiz
from grader.errors import ExerciseFault

EX3 = Path(__file__).parents[3] / "solutions" / "ex3" / "quiz.toml"

SINGLE = """
[[questions]]
id = "q1"
kind = "single"
title = "a zero sublayer"
statement = "T10"
points = "1/3"
key = "b"
[[questions.choices]]
letter = "a"
text = "zeros"
misconception = "replaced"
says = "Add."
[[questions.choices]]
letter = "b"
text = "x"
"""

NUMERIC = """
[[questions]]
id = "q2"
kind = "numeric"
title = "a count"
statement = "T5"
points = 1
key = 192
otherwise = "Count."
[[questions.wrong]]
value = 96
misconception = "per_block"
says = "Two each."
"""

SYMBOLIC = """
[[questions]]
id = "q3"
kind = "symbolic"
title = "two layers"
statement = "T13"
points = 1
variables = ["a", "b"]
key = "(1+a)(1+b)"
otherwise = "Multiply."
[[questions.wrong]]
formula = "1+ab"
misconception = "one_shortcut"
says = "Each has its own."
"""


@pytest.fixture
def quiz(tmp_path: Path) -> Path:
    return tmp_path / "quiz.toml"


def mistakes(path: Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ExerciseFault) as caught:
        read_quiz(path)
    first, *lines = caught.value.message.splitlines()
    assert first == f"{path} has mistakes:"
    return [line.strip() for line in lines]


def test_a_good_file_gives_its_questions_in_order(quiz: Path) -> None:
    quiz.write_text("format = 1\n" + SINGLE + NUMERIC + SYMBOLIC, encoding="utf-8")
    questions = read_quiz(quiz)
    assert list(questions) == ["q1", "q2", "q3"]
    single = questions["q1"]
    assert isinstance(single, SingleChoice)
    assert single.choices == {"a": "zeros", "b": "x"}
    assert single.wrong == {"a": WrongAnswer("replaced", "Add.")}
    assert float(single.points) == pytest.approx(1 / 3)
    assert judge(questions["q2"], 96).misconception == "per_block"
    assert judge(questions["q3"], "1 + a + b + ab").correct


def test_the_kinds_of_exercise_3() -> None:
    kinds = [type(question) for question in read_quiz(EX3).values()]
    assert kinds == [SingleChoice, SingleChoice, Numeric, Numeric, MultipleChoice, Symbolic, SingleChoice, SingleChoice]


def test_every_wrong_answer_of_exercise_3_is_told_apart() -> None:
    for question in read_quiz(EX3).values():
        if isinstance(question, SingleChoice | MultipleChoice):
            for letter, wrong in question.wrong.items():
                assert judge(question, letter).message == wrong.says
        elif isinstance(question, Numeric):
            for number in question.wrong:
                assert judge(question, number.value).message == number.says
        elif isinstance(question, Symbolic):
            for formula in question.wrong:
                assert judge(question, formula.formula).message == formula.says


def test_all_mistakes_are_named_at_once_with_their_lines(quiz: Path) -> None:
    untitled = SINGLE.replace('title = "a zero sublayer"\n', "")
    assert mistakes(quiz, "format = 2\n" + untitled.replace('"single"', '"singel"')) == [
        "line 1: `format` this grader reads format 1",
        "line 3: `title` is missing (text)",
        "line 5: `kind` is 'singel'; did you mean 'single'?",
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        (SINGLE.replace('key = "b"', 'key = "c"'), "line 8: `key` names letters of the choices"),
        (SINGLE.replace('says = "Add."\n', ""), "line 9: `says` is missing (text)"),
        (SINGLE + 'says = "Right."\n', "line 17: unknown key `says`; known are letter, text"),
        (SINGLE.replace("points", "point"), "line 7: unknown key `point`; did you mean `points`?"),
        (SINGLE.replace('letter = "b"', 'letter = "d"'), "line 15: `letter` is 'd', but the letters go a, b, c"),
        (NUMERIC.replace("value = 96", "value = 192"), "line 11: `value` is a right answer"),
        (NUMERIC.replace("key = 192", 'key = "192"'), "line 8: `key` is wrong: a finite number is expected, not '192'"),
        (NUMERIC.replace("key = 192", "key = nan"), "line 8: `key` is wrong: a finite number is expected, not nan"),
        (NUMERIC.replace("key = 192", "key = true"), "line 8: `key` is wrong: a finite number is expected, not True"),
        (NUMERIC + "tolerance = -1\n", "line 14: `tolerance` is a number above 0, not -1"),
        (SYMBOLIC.replace('["a", "b"]', "[]"), 'line 8: `variables` is a list of names, such as ["a", "b"]'),
        (SINGLE + SINGLE, "line 19: `id` is 'q1', which stands further up already"),
        (SINGLE.replace('id = "q1"', 'id = "q 1"'), "line 3: `id` is a name of the student's file, unlike 'q 1'"),
        (SINGLE + "[extra]\n", "line 17: unknown key `extra`; known are format, questions"),
        ("", "`questions` is missing (one or more tables, written [[questions]])"),
    ],
)
def test_a_mistake_is_named_with_its_line(quiz: Path, text: str, mistake: str) -> None:
    found = mistakes(quiz, "format = 1" + (text or "\n"))
    assert [line for line in found if line.startswith(mistake)], found


def test_a_file_that_is_not_toml_is_refused(quiz: Path) -> None:
    quiz.write_text("format = ", encoding="utf-8")
    with pytest.raises(ExerciseFault, match="cannot be read: Invalid value"):
        read_quiz(quiz)


def test_a_missing_file_is_refused(quiz: Path) -> None:
    with pytest.raises(ExerciseFault, match="cannot be read"):
        read_quiz(quiz)
