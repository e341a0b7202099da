"""File names for students of any name: safe on every system, and nobody's twice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.records.safename import file_name, folded
from grader.submission.attempt import identity


@pytest.mark.parametrize("student", ["ada", "O'Neil, Ünal", "李雷", "a.b", "Participant 7", "=1+1", "j@example.edu"])
def test_ordinary_names_stay_as_they_are(student: str) -> None:
    assert file_name(student, set()) == student


@pytest.mark.parametrize(
    "student", ["../etc/passwd", "a/b", "CON", "nul.txt", ".hidden", "a:b", "x.", "", "x" * 400, "é" * 150]
)
def test_what_some_system_refuses_is_changed_and_marked(student: str) -> None:
    name = file_name(student, set())
    assert name != student
    assert "~" in name
    assert not set(name) & set('<>:"/\\|?*')
    assert not name.startswith(".")
    assert len(f".{name}.html.12345.unfinished".encode()) <= 255


def test_two_names_that_some_system_takes_for_one_differ() -> None:
    assert file_name("Ada", {folded("ada")}) != "Ada"


@given(st.lists(st.text(min_size=1, max_size=300), max_size=20))
def test_no_two_students_share_a_file(raw: list[str]) -> None:
    taken: set[str] = set()
    students = {identity(text) for text in raw}
    for student in sorted(students):
        name = file_name(student, taken)
        assert "/" not in name
        assert name not in ("", ".", "..")
        taken.add(folded(name))
    assert len(taken) == len(students)
