"""Blackboard's file comes back in its own encoding, with marks in a column that it knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.gradebooks import blackboard
from grader.gradebooks.sheet import Sheet, read_sheet
from tests.unit.gradebooks.importers import Blackboard
from tests.unit.gradebooks.students import awards, graded

MARKS = (graded("doej", 17), graded("oneils", 3))


@pytest.fixture
def course() -> Blackboard:
    """Two people and two columns."""
    return Blackboard({"doej": ("=Doe", "Jane"), "oneils": ("O'Neil", "S, Jr.")}, {501: "HW1", 502: "HW2"})


def sheet(tmp_path: Path, data: bytes) -> Sheet:
    path = tmp_path / "gc.xls"
    path.write_bytes(data)
    return read_sheet(path)


@pytest.mark.parametrize(("encoding", "delimiter"), [("utf-16", "\t"), ("utf-8-sig", ","), ("utf-8", ",")])
def test_every_mark_arrives(tmp_path: Path, course: Blackboard, encoding: str, delimiter: str) -> None:
    book = blackboard.edited(awards(*MARKS), sheet(tmp_path, course.export(encoding, delimiter)), column="502")
    course.upload(book.content, encoding, delimiter)
    assert course.grades == {("doej", 502): "17.00", ("oneils", 502): "3.00"}
    assert not course.new_columns
    assert "'=Doe" in book.content.decode(encoding)


def test_the_maximum_stands_in_the_columns_name(tmp_path: Path, course: Blackboard) -> None:
    with pytest.raises(UsageError, match="out of 20 points, but the exercise has 30"):
        blackboard.edited(awards(graded("doej", 7, maximum=30)), sheet(tmp_path, course.export()), column="501")


def test_an_unknown_column_or_student_is_refused(tmp_path: Path, course: Blackboard) -> None:
    with pytest.raises(UsageError, match="has no columns of grades 'HW1'"):
        blackboard.edited(awards(*MARKS), sheet(tmp_path, course.export()), column="HW1")
    with pytest.raises(UsageError, match="doe: is not in the file, by 'Username'"):
        blackboard.edited(awards(*MARKS, graded("doe", 3)), sheet(tmp_path, course.export()), column="501")


def test_the_identifying_column_can_be_named(tmp_path: Path, course: Blackboard) -> None:
    marks = awards(graded("9doej", 4))
    course.upload(blackboard.edited(marks, sheet(tmp_path, course.export()), column="501", by="Student ID").content)
    assert course.grades == {("doej", 501): "4.00"}
