"""Shown checks are cut out of files that hold hidden ones as well."""

from __future__ import annotations

import pytest

from grader.course.exercise import Exercise
from grader.errors import ExerciseFault
from grader.release.sources import shown_sources


def test_a_shown_check_comes_with_what_it_needs(exercise: Exercise) -> None:
    (source,) = shown_sources(exercise.solutions / "checks", ["add.value"]).values()
    assert [line for line in source.splitlines() if line.startswith(("def", "LARGEST", "import"))] == [
        "import pytest",
        "LARGEST = 5",
        "def inputs(rng):",
        "def test_value(agree, rng):",
    ]


def test_nothing_of_the_hidden_ones_does(exercise: Exercise) -> None:
    (source,) = shown_sources(exercise.solutions / "checks", ["add.value"]).values()
    assert not any(word in source for word in ("negative", "nasty", "hint", "1000", "#", "About"))


def test_a_file_without_shown_checks_is_left_out(exercise: Exercise) -> None:
    (exercise.solutions / "checks" / "test_more.py").write_text("def test_more(): ...\n", encoding="utf-8")
    assert list(shown_sources(exercise.solutions / "checks", ["add.value"])) == ["test_add.py"]


def test_a_check_whose_id_is_not_written_out_cannot_be_shown(exercise: Exercise) -> None:
    with pytest.raises(ExerciseFault, match=r"No test in .* is marked with the id add\.other") as caught:
        shown_sources(exercise.solutions / "checks", ["add.value", "add.other"])
    assert "Write the id out" in caught.value.advice
