"""`grade report` and `grade gradebook`, from a store to the files they write."""

from __future__ import annotations

import csv
import io
import math
import re
import zipfile
from collections.abc import Iterable
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from grader.records.rows import Outcome, Seen
from grader.result.scoring import decimal, shown
from grader.roll import Entry
from grader.store import Store
from grader.submission.attempt import Person
from tests.unit.classreport.madeup import DUE, made_up
from tests.unit.cli.standin import Grade
from tests.unit.gradebooks.importers import Canvas, CanvasStudent, Moodle, Participant, rows_of

LATE = """\
format = 1
per_day = "10 %"
[exercises.ex3]
due = 2026-11-30T22:59:00Z
"""
LATECOMER = made_up()[4]
MARKED = [entry for entry in made_up() if entry.marked]


def days_late() -> int:
    """How many days have begun when the latecomer handed in."""
    assert LATECOMER.submitted is not None
    return math.ceil((LATECOMER.submitted - DUE) / timedelta(days=1))


def deducted() -> Fraction:
    """What that costs, by LATE."""
    assert LATECOMER.marked is not None
    return min(LATECOMER.marked.score, days_late() * LATECOMER.marked.max_score / 10)


def keep(out: Path, entries: Iterable[Entry], exercise: str = "ex3") -> None:
    """Leave these results in the folder, as `grade batch` does."""
    entries = list(entries)
    out.mkdir(exist_ok=True)
    store = Store(out / "grades.sqlite")
    people = {entry.student: Person(entry.student, entry.name, entry.email) for entry in entries}
    store.enrol(exercise, people.values())
    run = store.begin(exercise, version="1", grader="0", isolation="sealed", seed=1, fresh=1)
    for entry in entries:
        if entry.status != "missing":
            seen = Seen(
                people[entry.student], "0", "ex3.py", entry.code, entry.keys[0] if entry.keys else "", "a place",
                at=entry.submitted, late=entry.late, count=entry.attempts,
            )  # fmt: skip
            (attempt,) = store.see(exercise, [seen])
            store.record(run, {attempt: Outcome(entry.status, entry.reason, entry.result)})
    store.end(run, finished=True)
    store.close()


@pytest.fixture
def out(tmp_path: Path, course: Path) -> Path:
    """Results of a class of 60; the command runs in a course that says nothing of lateness."""
    folder = tmp_path / "out"
    keep(folder, made_up())
    return folder


def test_the_report_is_written_beside_the_results(out: Path, grade: Grade) -> None:
    ran = grade("report", str(out))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == f"{out / 'report.html'}: 60 students, 56 with a mark.\n"
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "<title>ex3: class report</title>" in page
    assert "Emmy de la Cruz, Jr." in page
    assert "Deducted" not in page


def test_the_report_goes_where_it_is_wanted_and_applies_the_courses_policy(
    out: Path, course: Path, tmp_path: Path, grade: Grade
) -> None:
    (course / "late.toml").write_text(LATE, encoding="utf-8")
    page = tmp_path / "page.html"
    ran = grade("report", str(out), "-o", str(page))
    assert f"Lateness costs what {course / 'late.toml'} says; --no-late leaves the marks as graded.\n" in ran.err
    assert f"{days_late()} days late (due 2026-11-30 22:59, handed in 2026-12-0" in page.read_text(encoding="utf-8")
    grade("report", str(out), "-o", str(page), "--no-late")
    assert "days late" not in page.read_text(encoding="utf-8")


def test_a_class_of_which_nobody_has_a_mark(tmp_path: Path, course: Path, grade: Grade) -> None:
    keep(tmp_path / "out", [Entry("ada", "Ada"), Entry("bob", "Bob", status="refused", reason="no file")], "ex9")
    assert grade("report", str(tmp_path / "out")).status == 0
    assert "<h1>Adding</h1>" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    ran = grade("gradebook", "csv", str(tmp_path / "out"), "-o", str(tmp_path / "marks.csv"))
    assert (ran.status, ran.err) == (2, "No student of this class has a mark.\n")


def test_a_plain_table_of_the_marks(out: Path, tmp_path: Path, grade: Grade) -> None:
    file = tmp_path / "marks.csv"
    ran = grade("gradebook", "csv", str(out), "-o", str(file))
    assert ran.status == 0
    assert "No mark, so none is written:\n  Emmy Łukasiewicz (s1259): refused: ex3.zip holds two solutions" in ran.err
    assert "Points that still wait for a person: 56 students.\n" in ran.err
    rows = list(csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"), newline="")))
    assert [row["student"] for row in rows] == [entry.student for entry in MARKED]


def test_deductions_are_visible_and_reversible(out: Path, tmp_path: Path, grade: Grade) -> None:
    late, file = tmp_path / "strict.toml", tmp_path / "marks.csv"
    late.write_text(LATE, encoding="utf-8")

    def marks(*options: str) -> dict[str, tuple[Decimal, Decimal, Decimal]]:
        assert grade("gradebook", "csv", str(out), "-o", str(file), *options).status == 0
        rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8"), newline=""))
        return {row["student"]: tuple(map(Decimal, (row["raw_score"], row["deduction"], row["score"]))) for row in rows}  # type: ignore[misc]

    before, after = marks(), marks("--late", str(late))
    assert LATECOMER.marked is not None
    raw, less = LATECOMER.marked.score, deducted()
    assert less > 0
    expected = tuple(Decimal(decimal(points)) for points in (raw, less, raw - less))
    assert after[LATECOMER.student] == expected
    assert before[LATECOMER.student] == (expected[0], Decimal(0), expected[0])
    assert marks("--no-late", "--late", str(late)) == before


def test_canvas_from_the_command_line(out: Path, tmp_path: Path, grade: Grade) -> None:
    students = [CanvasStudent(9000 + n, entry.name, f"S{n}", entry.student) for n, entry in enumerate(MARKED)]
    canvas = Canvas(students, {4321: ("HW1", "81.33")})
    download, file = tmp_path / "canvas.csv", tmp_path / "upload.csv"
    download.write_bytes(canvas.export())
    ran = grade("gradebook", "canvas", str(out), "--into", str(download), "-o", str(file))
    assert ran.status == 0
    canvas.assignments[4321] = ("HW1", "100.00")
    download.write_bytes(canvas.export())
    ran = grade("gradebook", "canvas", str(out), "--into", str(download), "-o", str(file))
    assert ran.status == 2
    assert "The column is out of 100 points, but the exercise has 81.33" in ran.err
    ran = grade("gradebook", "canvas", str(out), "--into", str(download), "--scale", "-o", str(file))
    assert ran.status == 0
    assert "Students were found by 'SIS Login ID'.\n" in ran.err
    canvas.upload(file.read_bytes())
    assert all(Decimal(student.grades[4321]) > 0 for student in students)
    ran = grade("gradebook", "canvas", str(out), "--column", "HW1 (4321)", "-o", str(file))
    assert (ran.status, "needs --column and --match" in ran.err) == (2, True)


def test_moodles_worksheet_and_feedback_from_the_command_line(out: Path, tmp_path: Path, grade: Grade) -> None:
    participants = [Participant(place + 1, entry.name, entry.email) for place, entry in enumerate(made_up())]
    moodle = Moodle(participants, maximum=Decimal(100))
    download, file = tmp_path / "worksheet.csv", tmp_path / "feedback.zip"
    download.write_bytes(moodle.worksheet())
    late = tmp_path / "late.toml"
    late.write_text(LATE, encoding="utf-8")
    ran = grade("gradebook", "moodle-feedback", str(out), "--into", str(download), "--late", str(late), "-o", str(file))
    assert ran.status == 0, ran.err
    moodle.upload_feedback(file.read_bytes())
    refused = [place + 1 for place, entry in enumerate(made_up()) if entry.status == "refused"]
    assert len(moodle.files) == len(MARKED) + len(refused)
    assert "<h1>Submission refused</h1>" in moodle.files[refused[0]].decode()
    assert f"{shown(deducted())} points deducted: {days_late()} days late" in moodle.files[5].decode()
    sheet = tmp_path / "marks.csv"
    ran = grade("gradebook", "moodle", str(out), "--into", str(download), "--scale", "-o", str(sheet))
    assert ran.status == 0, ran.err
    moodle.upload(sheet.read_bytes())
    assert sum(one.grade is not None for one in participants) == len(MARKED)
    assert rows_of(sheet.read_bytes())[0] == rows_of(download.read_bytes())[0]


def test_what_would_be_skipped_stops_it_and_no_file_is_written(out: Path, tmp_path: Path, grade: Grade) -> None:
    moodle = Moodle([Participant(1, "Noether", "s1000@example.edu")], maximum=Decimal(100))
    download, file = tmp_path / "worksheet.csv", tmp_path / "marks.csv"
    download.write_bytes(moodle.worksheet())
    command = ("gradebook", "moodle", str(out), "--into", str(download), "--scale", "-o", str(file))
    ran = grade(*command)
    assert ran.status == 2
    assert ran.err.startswith(
        "Moodle would silently skip these marks, so nothing was written:\n  Emmy O'Neil (s1037): is not"
    )
    assert ran.err.endswith("  and 35 more\nMend them, or leave these students out with --partial.\n")
    assert not file.exists()
    assert grade(*command, "--partial").status == 0
    assert len(re.findall(rb"^Participant", file.read_bytes(), re.MULTILINE)) == 1


def test_every_format_gives_the_same_file_again(out: Path, tmp_path: Path, grade: Grade) -> None:
    for name in ("csv", "nbgrader", "otter"):
        files = [tmp_path / f"{name}{number}" for number in (1, 2)]
        for file in files:
            assert grade("gradebook", name, str(out), "-o", str(file)).status == 0
        assert files[0].read_bytes() == files[1].read_bytes()


def test_a_folder_without_results(tmp_path: Path, course: Path, grade: Grade) -> None:
    ran = grade("report", str(tmp_path))
    assert ran.status == 2
    assert ran.err == (
        f"{tmp_path} holds no results: there is no grades.sqlite in it.\n"
        "`grade batch … -o OUT` makes them. If it was given --store, say so here, too.\n"
    )


def test_results_of_several_exercises(out: Path, grade: Grade) -> None:
    keep(out, [Entry("ada", "Ada")], "ex9")
    ran = grade("report", str(out))
    assert (ran.status, ran.err) == (
        2,
        "Which exercise is it?\nName it with --exercise; there are results of: ex3, ex9.\n",
    )
    assert grade("report", str(out), "--exercise", "ex9").status == 0
    assert grade("report", str(out), "--exercise", "ex4").status == 2


def test_a_policy_that_names_a_stranger_is_refused(out: Path, tmp_path: Path, grade: Grade) -> None:
    late = tmp_path / "late.toml"
    late.write_text(LATE + "[exercises.ex3.extensions]\nnobody = 2026-12-30T10:00:00Z\n", encoding="utf-8")
    ran = grade("report", str(out), "--late", str(late))
    assert ran.status == 2
    assert "names students whom this class does not have: nobody." in ran.err
    late.write_text(LATE.replace("ex3", "ex4"), encoding="utf-8")
    ran = grade("report", str(out), "--late", str(late))
    assert (ran.status, "says nothing of ex3, so nothing is deducted." in ran.err) == (0, True)


def test_the_feedback_zip_is_a_zip(out: Path, tmp_path: Path, grade: Grade) -> None:
    moodle = Moodle([Participant(n + 1, entry.name, entry.email) for n, entry in enumerate(made_up())], Decimal(100))
    download, file = tmp_path / "worksheet.csv", tmp_path / "feedback.zip"
    download.write_bytes(moodle.worksheet())
    grade("gradebook", "moodle-feedback", str(out), "--into", str(download), "-o", str(file))
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
