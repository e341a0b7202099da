"""Whatever the class: what the platforms end up with is each mark, to the last digit that they carry."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.gradebooks import blackboard, canvas, moodle, plain
from grader.gradebooks.award import Awards
from grader.gradebooks.sheet import Sheet, read_sheet
from grader.roll import Entry
from tests.unit.gradebooks.importers import GERMAN, Blackboard, Canvas, CanvasStudent, Moodle, Participant, rows_of
from tests.unit.gradebooks.students import awards, graded

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20)
POINTS = st.fractions(0, 20, max_denominator=1000)
CLASSES = st.lists(st.tuples(NAMES, POINTS, POINTS), min_size=1, max_size=12)
Class = list[tuple[str, Fraction, Fraction]]


def two_decimals(points: Fraction) -> Decimal:
    """Rounded in another way than the grader does it: by the decimal module, from many more digits."""
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return exact.quantize(Decimal("0.01"), ROUND_HALF_UP)


def made(people: Class) -> tuple[list[Entry], Awards, list[Decimal]]:
    """The students, their marks after deductions, and what each platform should have at the end."""
    entries = [graded(f"u{place}", score, name=name) for place, (name, score, _) in enumerate(people, start=1)]
    less = {entry.student: min(score, off) for entry, (_, score, off) in zip(entries, people, strict=True)}
    expected = [two_decimals(score - min(score, off)) for _, score, off in people]
    return entries, awards(*entries, deductions=less), expected


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all downloads."""
    return tmp_path_factory.mktemp("downloads")


def sheet(folder: Path, data: bytes) -> Sheet:
    path = folder / "download"
    path.write_bytes(data)
    return read_sheet(path)


@settings(max_examples=60, deadline=None)
@given(CLASSES)
def test_canvas(folder: Path, people: Class) -> None:
    entries, marks, expected = made(people)
    students = [CanvasStudent(1000 + n, entry.name, f"S{n}", entry.student) for n, entry in enumerate(entries)]
    course = Canvas(students, {7: ("HW", "20.00")})
    course.upload(canvas.edited(marks, sheet(folder, course.export())).content)
    assert [Decimal(student.grades[7]) for student in students] == expected
    again = Canvas([CanvasStudent(one.id, one.name, one.sis, one.login) for one in students], course.assignments)
    again.upload(canvas.fresh(marks, "HW (7)", "SIS Login ID").content)
    assert [Decimal(student.grades[7]) for student in again.students] == expected
    assert not course.new_assignments + course.new_students + again.new_assignments + again.new_students


@settings(max_examples=60, deadline=None)
@given(CLASSES, st.booleans())
def test_moodle(folder: Path, people: Class, german: bool) -> None:
    entries, marks, expected = made(people)
    participants = [Participant(n, entry.name, entry.student) for n, entry in enumerate(entries, start=1)]
    site = Moodle(participants)
    if german:
        site = Moodle(participants, words=GERMAN, participant="Teilnehmer/in", decimal=",", yes_no=("Ja", "Nein"))
    site.upload(moodle.edited(marks, moodle.worksheet(sheet(folder, site.worksheet()))).content)
    assert [one.grade for one in participants] == expected
    assert not site.skipped


@settings(max_examples=60, deadline=None)
@given(CLASSES)
def test_blackboard(folder: Path, people: Class) -> None:
    entries, marks, expected = made(people)
    course = Blackboard({entry.student: (entry.name, "") for entry in entries}, {5: "HW"})
    course.upload(blackboard.edited(marks, sheet(folder, course.export())).content)
    assert [Decimal(course.grades[entry.student, 5]) for entry in entries] == expected
    assert not course.new_columns


@given(CLASSES)
def test_plain_tables(people: Class) -> None:
    _, marks, expected = made(people)
    for book, column in ((plain.csv(marks), "score"), (plain.nbgrader(marks, "ex9"), "score")):
        header, *rows = rows_of(book.content)
        assert [Decimal(row[header.index(column)]) for row in rows] == expected
    header, _, *rows = rows_of(plain.otter(marks).content)
    assert [Decimal(row[header.index("total_points_earned")]) for row in rows] == expected
