"""`grade EXERCISE`: exit statuses, reports and where they go."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from grader.errors import EngineFault
from tests.unit.cli.standin import Grade, StandIn

RIGHT = "def add(x, y):  # RIGHT\n    return x + y\n"


@pytest.fixture
def right(course: Path) -> Path:
    """A submission that gets full marks."""
    path = course / "ex9.py"
    path.write_text(RIGHT, encoding="utf-8")
    return path


@pytest.mark.parametrize("args", [["ex9"], ["run", "ex9"], ["--part", "A", "ex9"]])
def test_points_missing(course: Path, engine: StandIn, grade: Grade, args: list[str]) -> None:
    ran = grade(*args)
    assert ran.status == 1
    assert "0 of 7 points" in ran.out
    assert "You subtracted." in ran.out


def test_full_marks(right: Path, engine: StandIn, grade: Grade) -> None:
    ran = grade("ex9")
    assert ran.status == 0
    assert "7 of 7 points\n3 more wait for a person: essay." in ran.out


def test_a_named_file(course: Path, engine: StandIn, grade: Grade) -> None:
    (course / "ada.py").write_text(RIGHT, encoding="utf-8")
    ran = grade("ex9", "ada.py", "--format", "json")
    assert ran.status == 0
    assert json.loads(ran.out)["submission"]["student"] == "ada"


def test_json_stands_alone_on_standard_output(right: Path, engine: StandIn, grade: Grade) -> None:
    ran = grade("ex9", "--format", "json", "--seed", "5")
    result = json.loads(ran.out)
    assert (result["seed"], result["score"], result["status"]) == (5, 7, "graded")
    assert engine.seeds == [5]


def test_several_reports(right: Path, engine: StandIn, grade: Grade, tmp_path: Path) -> None:
    ran = grade(
        *("ex9", "-f", "json", "-f", "html", "-o", str(tmp_path / "r.html"), "-f", "markdown"),
        *("-o", str(tmp_path / "r.md")),
    )
    assert json.loads(ran.out)["score"] == 7
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("# Adding")


def test_with_all_reports_in_files_the_terminal_gets_its_own(
    right: Path, engine: StandIn, grade: Grade, tmp_path: Path
) -> None:
    ran = grade("ex9", "--format", "json", "--output", str(tmp_path / "r.json"))
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["score"] == 7
    assert "7 of 7 points" in ran.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["course", "r.json"]


def test_a_pipe_is_written_to_and_not_replaced(right: Path, engine: StandIn, grade: Grade, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert grade("ex9", "--format", "json", "--output", str(tmp_path / "pipe")).status == 0
    with open(reader, encoding="utf-8") as pipe:
        assert json.loads(pipe.read())["score"] == 7
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (
            ["--format", "json", "--format", "html"],
            "Only one report can go to standard output.\nGive --format json an --output FILE.\n",
        ),
        (
            ["--output", "r.html"],
            "Each --output FILE belongs to a --format before it.\nExample: --format html -o r.html\n",
        ),
        (["--part", "Z"], "ex9 has no part Z.\nIts parts are A, B.\n"),
        (["absent.py"], 'There is no file or folder "absent.py".\nCheck the name and the current folder.\n'),
    ],
)
def test_wrong_usage(course: Path, engine: StandIn, grade: Grade, args: list[str], complaint: str) -> None:
    ran = grade("ex9", *args)
    assert (ran.status, ran.out, ran.err) == (2, "", complaint)


def test_a_report_that_cannot_be_written(right: Path, engine: StandIn, grade: Grade, tmp_path: Path) -> None:
    ran = grade("ex9", "--format", "json", "--output", str(tmp_path / "absent" / "r.json"))
    assert ran.status == 2
    assert ran.err == f"{tmp_path / 'absent' / 'r.json'} cannot be written: No such file or directory.\n"


def test_an_unknown_exercise(course: Path, engine: StandIn, grade: Grade) -> None:
    ran = grade("ex8")
    assert (ran.status, ran.err) == (2, f"There is no exercise `ex8` in {course}.\nDid you mean `ex9`?\n")


def test_a_refused_submission(course: Path, engine: StandIn, grade: Grade) -> None:
    (course / "ex9.py").write_bytes(b"")
    ran = grade("ex9")
    assert ran.status == 4
    assert "empty" in ran.err


def test_a_mistake_of_the_exercises(course: Path, engine: StandIn, grade: Grade) -> None:
    (course / "exercises" / "ex9" / "exercise.toml").write_text("", encoding="utf-8")
    ran = grade("ex9")
    assert ran.status == 3
    assert "exercise.toml has mistakes:" in ran.err


def test_a_fault_of_ours_is_no_mark(right: Path, engine: StandIn, grade: Grade) -> None:
    engine.fault = "exercise"
    ran = grade("ex9")
    assert ran.status == 3
    assert "This is not a mark." in ran.out
    assert "secret" not in ran.out + ran.err


def test_authors_are_told_what_happened(right: Path, engine: StandIn, grade: Grade) -> None:
    engine.fault = "exercise"
    ran = grade("ex9", "--debug")
    assert "secret" not in ran.out
    assert ran.err == "assert secret == 42\n"


@pytest.mark.parametrize("error", [EngineFault("The engine ended."), RuntimeError("what nobody thought of")])
def test_what_goes_wrong_is_said_without_a_traceback(
    right: Path, engine: StandIn, grade: Grade, error: Exception
) -> None:
    engine.error = error
    ran = grade("ex9")
    assert (ran.status, ran.out) == (3, "")
    assert str(error) in ran.err
    assert "Traceback" not in ran.err
    assert "Traceback" in grade("ex9", "--debug").err


def test_an_interrupted_run(right: Path, engine: StandIn, grade: Grade) -> None:
    engine.error = KeyboardInterrupt()  # type: ignore[assignment]
    assert grade("ex9").status == 130


def test_asks_for_the_isolation_that_is_wanted(right: Path, engine: StandIn, grade: Grade) -> None:
    grade("ex9")
    grade("ex9", "--isolation", "process")
    assert engine.levels == [None, "process"]
    assert grade("ex9", "--isolation", "leaky").status == 2
