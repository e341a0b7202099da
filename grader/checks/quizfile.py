"""Reads quiz.toml strictly: the questions with their keys, and what each wrong answer says."""

from __future__ import annotations

import math
import string
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

from grader.checks.quiz import (
    MultipleChoice,
    Numeric,
    Question,
    SingleChoice,
    Symbolic,
    WrongAnswer,
    WrongFormula,
    WrongNumber,
    close,
)
from grader.course import keys
from grader.course.table import Problems, Table
from grader.errors import ExerciseFault
from grader.result.scoring import parse_points

FORMAT = 1


def read_quiz(path: Path) -> dict[str, Question]:
    """Return the questions of a quiz.toml by their ids, in order.

    Raises ExerciseFault with every mistake found.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ExerciseFault(f"{path} cannot be read: {problem}.") from None
    problems = Problems(text)
    questions = _quiz(Table(data, problems))
    if problems.found:
        raise ExerciseFault(f"{path} has mistakes:\n" + "\n".join(f"  {line}" for line in problems.found))
    return questions


def _quiz(table: Table) -> dict[str, Question]:
    table.only("format", "questions")
    if table.integer("format") not in (FORMAT, None):
        table.complain("format", f"this grader reads format {FORMAT}")
    questions: dict[str, Question] = {}
    for entry in table.tables("questions"):
        question = _question(entry)
        if question.id in questions:
            entry.complain("id", f"is {question.id!r}, which stands further up already")
        questions[question.id] = question
    return questions


class _Common(TypedDict):
    id: str
    title: str
    statement: str
    points: Fraction


def _question(table: Table) -> Question:
    common = _Common(
        id=table.text("id"),
        title=table.text("title"),
        statement=table.text("statement"),
        points=table.converted("points", parse_points, missing=Fraction(0)),
    )
    if common["id"] and not common["id"].isidentifier():
        table.complain("id", f"is a name of the student's file, unlike {common['id']!r}")
    kind = table.choice("kind", tuple(keys.QUESTION_OF_KIND))
    table.only(*keys.QUESTION, *keys.QUESTION_OF_KIND[kind])
    if kind == "numeric":
        return _numeric(table, common)
    if kind == "symbolic":
        return _symbolic(table, common)
    return _choice(table, common, multiple=kind == "multi")


def _choice(table: Table, common: _Common, multiple: bool) -> Question:
    key = set(table.texts("key")) if multiple else {table.text("key")}
    choices: dict[str, str] = {}
    wrong: dict[str, WrongAnswer] = {}
    for choice, expected in zip(table.tables("choices"), string.ascii_lowercase, strict=False):
        letter = choice.text("letter")
        if letter != expected:
            choice.complain("letter", f"is {letter!r}, but the letters go a, b, c, ... and this is {expected!r}")
        choices[letter] = choice.text("text")
        if letter in key:
            choice.only("letter", "text")
        else:
            choice.only("letter", "text", "misconception", "says")
            wrong[letter] = WrongAnswer(choice.text("misconception"), choice.text("says"))
    if not key or not key <= choices.keys():
        table.complain("key", "names letters of the choices")
    if multiple:
        otherwise = table.text("otherwise")
        return MultipleChoice(**common, choices=choices, key=frozenset(key), wrong=wrong, otherwise=otherwise)
    return SingleChoice(**common, choices=choices, key=key.pop(), wrong=wrong)


def _numeric(table: Table, common: _Common) -> Numeric:
    key, tolerance = _number(table, "key"), table.positive("tolerance", default=0.0)
    wrong = []
    for entry in table.tables("wrong"):
        entry.only("value", "tolerance", "misconception", "says")
        value = _number(entry, "value")
        if close(value, key, tolerance):
            entry.complain("value", "is a right answer")
        wrong.append(
            WrongNumber(
                misconception=entry.text("misconception"),
                says=entry.text("says"),
                value=value,
                tolerance=entry.positive("tolerance", default=tolerance),
            )
        )
    return Numeric(**common, key=key, tolerance=tolerance, wrong=tuple(wrong), otherwise=table.text("otherwise"))


def _symbolic(table: Table, common: _Common) -> Symbolic:
    variables = table.texts("variables")
    if not variables or not all(name.isidentifier() for name in variables):
        table.complain("variables", 'is a list of names, such as ["a", "b"]')
    wrong = []
    for entry in table.tables("wrong"):
        entry.only("formula", "misconception", "says")
        wrong.append(WrongFormula(entry.text("misconception"), entry.text("says"), entry.text("formula")))
    key, otherwise = table.text("key"), table.text("otherwise")
    return Symbolic(**common, key=key, variables=variables, wrong=tuple(wrong), otherwise=otherwise)


def _number(table: Table, key: str) -> float:
    return table.converted(key, _finite, missing=math.nan)


def _finite(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"a finite number is expected, not {value!r}")
    return float(value)
