"""Tables for scripts: readable by the csv module, their points adding up."""

from __future__ import annotations

import csv
import io
from fractions import Fraction

from grader.gradebooks import plain
from tests.unit.gradebooks.students import awards, graded

MARKS = awards(
    graded("ada", Fraction(50, 3), name="Lovelace, Ada"),
    graded("=cmd()", 3, name="@home", pending=0),
    deductions={"ada": Fraction(2)},
)


def table(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_our_own_table_shows_what_was_deducted_and_why() -> None:
    assert table(plain.csv(MARKS).content)[0] == {
        "student": "ada",
        "name": "Lovelace, Ada",
        "raw_score": "16.67",
        "deduction": "2.00",
        "score": "14.67",
        "max_score": "20.00",
        "pending": "0.00",
        "submitted": "",
        "reason": "1 day late",
    }


def test_no_cell_is_a_formula() -> None:
    for book in (plain.csv(MARKS), plain.nbgrader(MARKS, "ex9"), plain.otter(MARKS)):
        cells = [cell for row in csv.reader(io.StringIO(book.content.decode(), newline="")) for cell in row]
        assert not any(cell.startswith(("=", "+", "-", "@", "\t")) for cell in cells)
    assert table(plain.csv(MARKS).content)[1]["student"] == "'=cmd()"


def test_the_columns_of_nbgrader() -> None:
    first = table(plain.nbgrader(MARKS, "ex9").content)[0]
    assert list(first)[:7] == ["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email"]
    assert list(first)[7:] == ["raw_score", "late_submission_penalty", "score", "max_score"]
    assert (first["last_name"], first["raw_score"], first["late_submission_penalty"]) == (
        "Lovelace, Ada",
        "16.67",
        "2.00",
    )


def test_the_columns_of_otter() -> None:
    worth, first, second = table(plain.otter(MARKS).content)
    assert list(worth) == ["file", "add", "stack", "total_points_earned", "percent_correct", "grading_status"]
    assert (worth["file"], worth["add"], worth["stack"], worth["total_points_earned"]) == (
        "points-per-question", "10.00", "10.00", "20.00",
    )  # fmt: skip
    assert (first["file"], first["add"], first["stack"]) == ("ada.py", "10.00", "6.67")
    assert (first["total_points_earned"], first["percent_correct"]) == ("14.67", "0.7333")
    assert second["total_points_earned"] == "3.00"
