"""Which checks are shown to students, and what a handout says of the others."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise, Handout, Waiting
from grader.course.shown import read_handout, visible_checks, write_handout
from grader.errors import ExerciseFault

HANDOUT = Handout(seeds=(3, 2**30), waiting=(Waiting("add", 2, Fraction(1, 3)), Waiting("q1", 1, Fraction(1))))
KNOWN = ["add.value", "add.gradients", "q1.answer"]


def with_visible(course: Path, value: str) -> Exercise:
    """The exercise, with `visible` set to a value."""
    config = course / "exercises" / "ex9" / "exercise.toml"
    text = config.read_text(encoding="utf-8")
    config.write_text(text.replace("modules =", f"visible = {value}\nmodules ="), encoding="utf-8")
    return load_exercise(course, "ex9")


def test_nothing_is_shown_unless_the_author_says_so(course: Path) -> None:
    assert visible_checks(load_exercise(course, "ex9"), KNOWN) == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [('"none"', []), ('"all"', ["add.value", "add.gradients"]), ('["add.gradients"]', ["add.gradients"]), ("[]", [])],
)
def test_answers_are_never_shown_and_the_rest_as_the_author_says(course: Path, value: str, shown: list[str]) -> None:
    assert visible_checks(with_visible(course, value), KNOWN) == shown


@pytest.mark.parametrize("value", ['"some"', "3", "[1]", "true"])
def test_anything_else_is_a_mistake_with_its_line(course: Path, value: str) -> None:
    with pytest.raises(ExerciseFault, match=r"line 5: `visible` is a list of texts or one of 'all', 'none', not"):
        with_visible(course, value)


def test_a_check_that_does_not_exist_gets_a_near_match(course: Path) -> None:
    with pytest.raises(ExerciseFault, match=r"has add\.gradient, which is no check of a function or class") as caught:
        visible_checks(with_visible(course, '["add.gradient"]'), KNOWN)
    assert caught.value.advice == "Did you mean add.gradients?"


def write(folder: Path, text: str) -> None:
    (folder / "shown").mkdir()
    (folder / "shown" / "shown.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("handout", [HANDOUT, Handout((1,), ()), Handout((), HANDOUT.waiting)])
def test_a_handout_reads_back_what_was_written(tmp_path: Path, handout: Handout) -> None:
    write(tmp_path, write_handout(handout, "0123456789abcdef"))
    assert read_handout(tmp_path) == (handout, "0123456789abcdef")


def test_there_need_be_none(tmp_path: Path) -> None:
    assert read_handout(tmp_path) == (None, "")


def test_where_there_are_solutions_they_count(course: Path) -> None:
    write(course / "exercises" / "ex9", write_handout(HANDOUT, "0123456789abcdef"))
    assert load_exercise(course, "ex9").handout is None


def test_all_mistakes_are_told_with_their_lines(tmp_path: Path) -> None:
    write(tmp_path, 'format = 2\nversion = "x"\nseeds = ["1"]\n[[waiting]]\nitem = "add"\nchecks = 0\npoint = 1\n')
    with pytest.raises(ExerciseFault) as caught:
        read_handout(tmp_path)
    told = caught.value.message
    assert "line 1: `format` is 2" in told
    assert "line 6: `checks` is a whole number above 0" in told
    assert "line 7: unknown key `point`; did you mean `points`?" in told
