"""Reads rubric.toml: the criteria by which a person grades the written answer."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader import wording
from grader.course import keys
from grader.course.table import Problems, Table
from grader.errors import ExerciseFault
from grader.result.scoring import parse_points, shown


@dataclass(frozen=True)
class Criterion:
    """One thing that a written answer should say."""

    id: str
    title: str
    points: Fraction
    statements: tuple[str, ...]
    full_marks: str
    near_miss: str


@dataclass(frozen=True)
class Rubric:
    """The criteria of one written answer."""

    item: str
    points: Fraction
    words: tuple[int, int]
    """The least and the most words that are asked for."""
    criteria: tuple[Criterion, ...]

    def words_for(self, answer: str) -> str:
        """What to say about an answer that waits for a person: its length and the criteria by name, no verdict."""
        titles = [f"{criterion.title} ({shown(criterion.points)})" for criterion in self.criteria]
        return wording.waits(len(answer.split()), self.words, titles)


def read_rubric(path: Path) -> Rubric:
    """Return the rubric; ExerciseFault with every mistake found."""
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ExerciseFault(f"{path} cannot be read: {problem}.") from None
    problems = Problems(text)
    rubric = _rubric(Table(data, problems), data.get("words"))
    if problems.found:
        raise ExerciseFault(f"{path} has mistakes:\n" + "\n".join(f"  {line}" for line in problems.found))
    return rubric


def _rubric(table: Table, words: object) -> Rubric:
    table.only(*keys.RUBRIC)
    points = table.converted("points", parse_points, missing=Fraction(0))
    criteria = tuple(_criterion(entry) for entry in table.tables("criteria"))
    if sum(criterion.points for criterion in criteria) != points:
        table.complain("points", "is not what the criteria add up to")
    match words:
        case [int(least), int(most)] if 0 <= least <= most:
            span = least, most
        case _:
            table.complain("words", "is a pair of numbers: the least and the most words")
            span = 0, 0
    return Rubric(table.text("item"), points, span, criteria)


def _criterion(table: Table) -> Criterion:
    table.only(*keys.CRITERION)
    return Criterion(
        id=table.text("id"),
        title=table.text("title"),
        points=table.converted("points", parse_points, missing=Fraction(0)),
        statements=table.texts("statements"),
        full_marks=table.text("full_marks"),
        near_miss=table.text("near_miss"),
    )
