"""Moodle's worksheet keeps its header and language, takes every mark, and skips none without our saying so."""

from __future__ import annotations

import zipfile
from decimal import Decimal
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.gradebooks import feedback, moodle
from grader.gradebooks.sheet import read_sheet
from grader.roll import Entry
from tests.unit.gradebooks.importers import ENGLISH, GERMAN, Moodle, Participant, rows_of
from tests.unit.gradebooks.students import awards, graded

MARKS = (graded("11", 17), graded("12", Fraction(20, 3)), graded("13", 0))


def people() -> list[Participant]:
    """Three participants; names are no identifiers."""
    return [
        Participant(11, "S1 O'Neil, Ünal", "oneil@example.edu"),
        Participant(12, "=1+1 Doe", "jane.doe@example.edu", Decimal("3.00")),
        Participant(13, "S1 O'Neil, Ünal", "unal@example.edu"),
    ]


@pytest.fixture(params=["english", "german"])
def site(request: pytest.FixtureRequest) -> Moodle:
    """An assignment out of 20, on an English and on a German site."""
    if request.param == "english":
        return Moodle(people(), words=ENGLISH)
    return Moodle(people(), words=GERMAN, participant="Teilnehmer/in", decimal=",", yes_no=("Ja", "Nein"))


def worksheet(tmp_path: Path, data: bytes) -> moodle.Worksheet:
    path = tmp_path / "worksheet.csv"
    path.write_bytes(data)
    return moodle.worksheet(read_sheet(path))


def test_every_mark_arrives(tmp_path: Path, site: Moodle) -> None:
    site.upload(moodle.edited(awards(*MARKS), worksheet(tmp_path, site.worksheet())).content)
    assert [one.grade for one in site.participants] == [Decimal("17.00"), Decimal("6.67"), Decimal("0.00")]
    assert not site.skipped


def test_only_the_marks_and_formulas_in_names_change(tmp_path: Path, site: Moodle) -> None:
    before = site.worksheet()
    after = moodle.edited(awards(*MARKS), worksheet(tmp_path, before)).content
    assert after.startswith("\ufeff".encode())
    changed = {
        (old[0], place)
        for old, new in zip(rows_of(before), rows_of(after), strict=True)
        for place in range(len(site.words))
        if old[place] != new[place]
    }
    identifiers = [f"{site.participant}{number}" for number in (11, 12, 13)]
    assert changed == {*((identifier, 4) for identifier in identifiers), (identifiers[1], 1)}
    assert rows_of(after)[2][1] == "'=1+1 Doe"


def test_students_are_found_by_address_too_whatever_the_case(tmp_path: Path, site: Moodle) -> None:
    entries = [graded("Jane", 12, keys=["Jane.Doe@Example.edu"]), graded("unal@example.edu", 5)]
    book = moodle.edited(awards(*entries), worksheet(tmp_path, site.worksheet()))
    site.upload(book.content)
    assert [one.grade for one in site.participants] == [None, Decimal("12.00"), Decimal("5.00")]


def test_names_identify_nobody(tmp_path: Path, site: Moodle) -> None:
    with pytest.raises(UsageError, match="No student of this class is found"):
        moodle.edited(awards(graded("=1+1 Doe", 5)), worksheet(tmp_path, site.worksheet()))


def test_a_student_whom_moodle_would_skip_is_named(tmp_path: Path, site: Moodle) -> None:
    site.participants[0].locked = True
    marks = awards(*MARKS, graded("99", 5, name="Zoë"))
    with pytest.raises(UsageError) as caught:
        moodle.edited(marks, worksheet(tmp_path, site.worksheet()))
    identifier = site.words[0]
    assert caught.value.message == (
        "Moodle would silently skip these marks, so nothing was written:\n"
        "  11: has a grade that is locked in Moodle\n"
        f"  Zoë (99): is not in the file, by '{identifier}'"
    )


def test_more_points_than_the_maximum_are_refused(tmp_path: Path, site: Moodle) -> None:
    above = awards(graded("11", 22, maximum=22), graded("12", 3, maximum=22))
    site.maximum = Decimal(21)
    with pytest.raises(UsageError, match="The column is out of 21 points, but the exercise has 22"):
        moodle.edited(above, worksheet(tmp_path, site.worksheet()))
    site.upload(moodle.edited(above, worksheet(tmp_path, site.worksheet()), scale=True).content)
    assert [one.grade for one in site.participants[:2]] == [Decimal("21.00"), Decimal("2.86")]


def test_a_third_of_a_point_fits_a_maximum_that_shows_two_decimals(tmp_path: Path) -> None:
    site = Moodle(people(), maximum=Decimal("6.67"))
    full = awards(graded("11", Fraction(20, 3), maximum=Fraction(20, 3)))
    site.upload(moodle.edited(full, worksheet(tmp_path, site.worksheet())).content)
    assert site.participants[0].grade == Decimal("6.67")


def test_the_decimal_sign_can_be_given_where_the_file_has_none(tmp_path: Path) -> None:
    site = Moodle(people()[:1], decimal=",")
    data = site.worksheet().replace(b'"20,00"', b"20")
    path = tmp_path / "worksheet.csv"
    path.write_bytes(data)
    assert moodle.worksheet(read_sheet(path)).decimal == "."
    assert moodle.worksheet(read_sheet(path), decimal=",").decimal == ","


def test_a_comment_says_what_was_deducted_and_cannot_be_markup(tmp_path: Path) -> None:
    site = Moodle(people())
    marks = awards(graded("11", 17, pending=3), deductions={"11": Fraction(2)})
    site.maximum = Decimal(23)
    book = moodle.edited(marks, worksheet(tmp_path, site.worksheet()), feedback="Feedback comments")
    site.upload(book.content)
    assert site.participants[0].grade == Decimal("15.00")
    assert site.participants[0].comment == (
        "<p>17 of 20 points</p><p>3 more points wait for a person</p><p>2 points deducted: 1 day late</p>"
        "<p>A Adding &amp; stacking: 17 of 20</p>"
    )


def test_another_programs_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no grading worksheet of Moodle's"):
        worksheet(tmp_path, b"Student,ID,SIS User ID,Section,HW1 (1)\n    Points Possible,,,,20\nJane,1,S1,A,7\n")


def test_the_feedback_zip_reaches_every_participant(tmp_path: Path, site: Moodle) -> None:
    documents = {award.entry.student: f"<p>{award.entry.student} ü</p>" for award in awards(*MARKS).all}
    book = feedback.zipped(awards(*MARKS), [], worksheet(tmp_path, site.worksheet()), documents, "ex9.html")
    site.upload_feedback(book.content)
    assert site.files == {number: f"<p>{number} ü</p>".encode() for number in (11, 12, 13)}
    with zipfile.ZipFile(BytesIO(book.content)) as archive:
        assert archive.namelist() == [f"participant_{number}_assignfeedback_file/ex9.html" for number in (11, 12, 13)]


def test_who_was_refused_gets_a_document_and_no_mark(tmp_path: Path, site: Moodle) -> None:
    marks, refused = awards(*MARKS[:2]), [Entry("13", status="refused"), Entry("99", status="refused")]
    documents = {student: f"<p>{student}</p>" for student in ("11", "12", "13", "99")}
    book = feedback.zipped(marks, refused, worksheet(tmp_path, site.worksheet()), documents, "ex9.html")
    site.upload_feedback(book.content)
    assert site.files == {number: f"<p>{number}</p>".encode() for number in (11, 12, 13)}
    assert book.notes == ("Who was refused gets a file that says why.",)


def test_feedback_that_moodle_would_drop_is_refused(tmp_path: Path, site: Moodle) -> None:
    marks = awards(*MARKS, graded("77", 1))
    documents = {award.entry.student: "" for award in marks.all}
    with pytest.raises(UsageError, match="77: is not in the file"):
        feedback.zipped(marks, [], worksheet(tmp_path, site.worksheet()), documents, "ex9.html")


def test_the_same_class_gives_the_same_zip(tmp_path: Path, site: Moodle) -> None:
    documents = {award.entry.student: "x" for award in awards(*MARKS).all}
    work = worksheet(tmp_path, site.worksheet())
    first, second = (feedback.zipped(awards(*MARKS), [], work, documents, "ex9.html").content for _ in range(2))
    assert first == second
