"""Canvas gets every mark, in the right assignment, and nothing else changes."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.gradebooks import canvas
from grader.gradebooks.sheet import Sheet, read_sheet
from tests.unit.gradebooks.importers import Canvas, CanvasStudent, rows_of
from tests.unit.gradebooks.students import awards, graded

HW1, HW2 = 4321, 4322


@pytest.fixture
def course() -> Canvas:
    """Three students, two of them with one name, and two assignments."""
    return Canvas(
        [
            CanvasStudent(1001, "Doe, Jane", "S77", "jdoe", {HW2: "3.00"}),
            CanvasStudent(1002, "Doe, Jane", "S78", "jdoe2"),
            CanvasStudent(1003, "=HYPERLINK(1), O'Neil", "S79", "oneil"),
        ],
        {HW1: ("HW1", "20.00"), HW2: ("Essay (draft)", "20.00")},
    )


def sheet(tmp_path: Path, data: bytes) -> Sheet:
    path = tmp_path / "grades.csv"
    path.write_bytes(data)
    return read_sheet(path)


MARKS = (graded("jdoe", 10), graded("jdoe2", Fraction(20, 3)), graded("oneil", Fraction(1, 8)))


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("first_and_last", [False, True])
@pytest.mark.parametrize("muted", [False, True])
def test_a_download_comes_back_with_the_marks(
    tmp_path: Path, course: Canvas, delimiter: str, first_and_last: bool, muted: bool
) -> None:
    data = course.export(delimiter=delimiter, first_and_last=first_and_last, muted=muted)
    book = canvas.edited(awards(*MARKS), sheet(tmp_path, data), column="HW1 (4321)")
    course.upload(book.content)
    assert [student.grades for student in course.students] == [
        {HW1: "10.00", HW2: "3.00"},
        {HW1: "6.67"},
        {HW1: "0.13"},
    ]
    assert not course.new_assignments + course.new_students + course.found_by_name


def test_only_the_marks_and_formulas_in_names_change(tmp_path: Path, course: Canvas) -> None:
    data = course.export()
    before = rows_of(data)
    after = rows_of(canvas.edited(awards(*MARKS), sheet(tmp_path, data), column=str(HW1)).content)
    place = before[0].index("HW1 (4321)")
    assert after[-1][0] == "'=HYPERLINK(1), O'Neil"
    for old, new in zip(before[:-1], after[:-1], strict=True):
        assert new[:place] + new[place + 1 :] == old[:place] + old[place + 1 :]


def test_students_are_found_by_the_column_that_knows_most_of_them(tmp_path: Path, course: Canvas) -> None:
    entries = [
        graded("Jane Doe", 10, keys=["1001"]),
        graded("Doe, Jane", 5, keys=["1002"]),
        graded("x", 1, keys=["1003"]),
    ]
    book = canvas.edited(awards(*entries), sheet(tmp_path, course.export()), column=str(HW1))
    assert "Students were found by 'ID'." in book.notes
    course.upload(book.content)
    assert [student.grades[HW1] for student in course.students] == ["10.00", "5.00", "1.00"]


def test_who_is_not_in_the_file_is_named_and_nothing_is_written(tmp_path: Path, course: Canvas) -> None:
    with pytest.raises(UsageError) as caught:
        canvas.edited(
            awards(*MARKS, graded("new", 3, name="Nora New")), sheet(tmp_path, course.export()), column="4321"
        )
    assert caught.value.message == (
        "Canvas would change or skip these marks, so nothing was written:\n"
        "  Nora New (new): is not in the file, by 'SIS Login ID'"
    )
    assert caught.value.advice == "Mend them, or leave these students out with --partial."


def test_partial_leaves_them_out_and_says_so(tmp_path: Path, course: Canvas) -> None:
    marks = awards(*MARKS, graded("new", 3), partial=True)
    book = canvas.edited(marks, sheet(tmp_path, course.export()), column="4321")
    course.upload(book.content)
    assert course.students[0].grades[HW1] == "10.00"
    assert "Left out:\n  new: is not in the file, by 'SIS Login ID'" in book.notes


@pytest.mark.parametrize(("cell", "words"), [("EX", "is excused in Canvas"), ("N/A", "is not assigned this in Canvas")])
def test_an_excuse_is_not_overwritten(tmp_path: Path, course: Canvas, cell: str, words: str) -> None:
    course.students[0].grades[HW1] = cell
    with pytest.raises(UsageError, match=words):
        canvas.edited(awards(*MARKS), sheet(tmp_path, course.export()), column="4321")


def test_two_students_of_ours_never_share_a_row(tmp_path: Path, course: Canvas) -> None:
    twice = awards(graded("jdoe", 10), graded("Jane", 5, keys=["jdoe"]), graded("oneil", 1))
    with pytest.raises(UsageError, match="Jane: shares a row of the file with another student"):
        canvas.edited(twice, sheet(tmp_path, course.export()), column="4321")


def test_several_assignments_need_a_name(tmp_path: Path, course: Canvas) -> None:
    with pytest.raises(UsageError, match="has 2 columns of grades") as caught:
        canvas.edited(awards(*MARKS), sheet(tmp_path, course.export()))
    assert "'HW1 (4321)', 'Essay (draft) (4322)'" in caught.value.advice


def test_another_maximum_is_refused_unless_marks_are_converted(tmp_path: Path, course: Canvas) -> None:
    course.assignments[HW1] = ("HW1", "10.00")
    table = sheet(tmp_path, course.export())
    with pytest.raises(UsageError, match="out of 10 points, but the exercise has 20"):
        canvas.edited(awards(*MARKS), table, column="4321")
    course.upload(canvas.edited(awards(*MARKS), table, column="4321", scale=True).content)
    assert [student.grades[HW1] for student in course.students] == ["5.00", "3.33", "0.06"]


def test_a_read_only_column_is_refused(tmp_path: Path, course: Canvas) -> None:
    course.assignments[HW1] = ("HW1", "(read only)")
    with pytest.raises(UsageError, match="marked as read only"):
        canvas.edited(awards(*MARKS), sheet(tmp_path, course.export()), column="4321")


@pytest.mark.parametrize(
    ("by", "keys"), [("ID", ["1001", "1002", "1003"]), ("SIS User ID", ["S77", "S78", "S79"]), ("SIS Login ID", None)]
)
def test_a_new_file_reaches_the_same_students(course: Canvas, by: str, keys: list[str] | None) -> None:
    entries = [graded(key, 7 + number) for number, key in enumerate(keys or ["jdoe", "jdoe2", "oneil"])]
    course.upload(canvas.fresh(awards(*entries), "HW1 (4321)", by).content)
    assert [student.grades[HW1] for student in course.students] == ["7.00", "8.00", "9.00"]
    assert not course.new_assignments + course.new_students + course.found_by_name


@pytest.mark.parametrize("bare", ["HW1", "HW1 ()", "(4321)", "HW1 (4321"])
def test_a_new_file_is_never_made_for_a_bare_title(bare: str) -> None:
    with pytest.raises(UsageError, match="has no assignment number"):
        canvas.fresh(awards(*MARKS), bare, "SIS Login ID")


def test_canvas_own_numbers_are_numbers() -> None:
    with pytest.raises(UsageError, match="jdoe: has no number of Canvas'"):
        canvas.fresh(awards(graded("jdoe", 1), graded("1002", 1)), "HW1 (4321)", "ID")


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no gradebook of Canvas'"):
        canvas.edited(awards(*MARKS), sheet(tmp_path, b"Name,Login,HW1 (4321)\nJane,jdoe,\n"))
