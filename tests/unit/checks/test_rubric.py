"""Criteria of a written answer: read strictly, shown with the answer's length, never scored."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.checks.rubric import read_rubric
from grader.errors import ExerciseFault
from tests.unit.checks.small import make

RUBRIC = """
format = 1
item = "explanation"
points = 5
words = [2, 4]

[[criteria]]
id = "a"
title = "names the shortcut"
points = 2
statements = ["T1"]
full_marks = "Names it."
near_miss = "Draws it."

[[criteria]]
id = "b"
title = "follows the gradient"
points = 3
statements = []
full_marks = "Follows it."
near_miss = "Mentions it."
"""


def test_what_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text(RUBRIC)
    rubric = read_rubric(path)
    assert (rubric.item, rubric.points, rubric.words) == ("explanation", Fraction(5), (2, 4))
    assert [(c.id, c.title, c.points, c.statements) for c in rubric.criteria] == [
        ("a", "names the shortcut", Fraction(2), ("T1",)),
        ("b", "follows the gradient", Fraction(3), ()),
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("points = 5", "points = 6", "is not what the criteria add up to"),
        ("points = 5", "points = true", "points"),
        ("words = [2, 4]", "words = [4, 2]", "is a pair of numbers"),
        ("words = [2, 4]", "words = 3", "is a pair of numbers"),
        ("words = [2, 4]", "", "is a pair of numbers"),
        ('title = "names the shortcut"\n', "", "title"),
        ('near_miss = "Draws it."', 'near_hit = "Draws it."', "near_hit"),
        ("format = 1", "format = ", "cannot be read"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, words: str) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text(RUBRIC.replace(old, new, 1))
    with pytest.raises(ExerciseFault, match=words):
        read_rubric(path)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ExerciseFault, match="cannot be read"):
        read_rubric(tmp_path / "rubric.toml")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ("explanation = 'one two three'", "Collected: 3 words."),
        ("explanation = 'one'", "Collected: 1 words (2 to 4 are asked for)."),
        ("explanation = ''", "Not written yet."),
        ("explanation = ' \\n '", "Not written yet."),
        ("explanation = 7", "Not written yet."),
        ("explanation = ...", "Not written yet."),
        ("", "Not written yet."),
    ],
)
def test_an_answer_waits_for_a_person_whatever_it_is(tmp_path: Path, answer: str, words: str) -> None:
    found = make(tmp_path, "", "", rubric=RUBRIC).one(answer)
    assert (found.outcome, found.fault) == ("pending", None)
    assert (found.verdict.score, found.verdict.max_score) == (Fraction(0), Fraction(5))
    assert found.verdict.message.startswith(words)
    assert "names the shortcut (2); follows the gradient (3)" in found.verdict.message
