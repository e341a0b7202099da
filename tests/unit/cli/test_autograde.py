"""`grade autograde EXERCISE PATH`: a document whatever happens, and the statuses that bundles go by."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import grader.autograde
from grader.errors import EngineFault, ExerciseFault
from tests.unit.cli.standin import Grade, StandIn

RIGHT = "def add(x, y):  # RIGHT\n    return x + y\n"


@pytest.fixture
def engine(engine: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """The stand-in, where this verb looks for the engine."""

    def grade(*args: object, seed: int | None) -> object:
        return engine.grade(*args, seed=seed, parts=(), on_event=lambda event: None)  # type: ignore[arg-type]

    monkeypatch.setattr(grader.autograde, "Engine", lambda: engine)
    monkeypatch.setattr(grader.autograde, "open_engine", engine.open_engine)
    monkeypatch.setattr(grader.autograde, "grade", grade)
    return engine


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """A folder with a submission that gets full marks."""
    folder = tmp_path / "submission"
    folder.mkdir()
    (folder / "ex9.py").write_text(RIGHT, encoding="utf-8")
    return folder


def test_full_marks_and_missing_points(course: Path, engine: StandIn, grade: Grade, handed_in: Path) -> None:
    output = course / "results.json"
    ran = grade("autograde", "ex9", str(handed_in), "--format", "gradescope", "--output", str(output))
    assert (ran.status, ran.out, json.loads(output.read_text())["score"]) == (0, "", 7)
    (handed_in / "ex9.py").write_text("def add(x, y):\n    return x - y\n", encoding="utf-8")
    ran = grade("autograde", "ex9", str(handed_in), "--format", "gradescope", "--output", str(output))
    assert (ran.status, json.loads(output.read_text())["score"]) == (1, 0)


def test_sealed_or_not_at_all(course: Path, engine: StandIn, grade: Grade, handed_in: Path) -> None:
    grade("autograde", "ex9", str(handed_in), "--format", "vpl")
    assert engine.levels == ["sealed"]
    assert grade("autograde", "ex9", str(handed_in), "--isolation", "process").status == 2


def test_several_documents_of_one_run(course: Path, engine: StandIn, grade: Grade, handed_in: Path) -> None:
    places = ["-f", "junit", "-o", "j.xml", "-f", "json", "-o", "r.json", "-f", "coderunner"]
    ran = grade("autograde", "ex9", str(handed_in), *places)
    assert json.loads(ran.out)["fraction"] == 1
    assert json.loads((course / "r.json").read_text())["score"] == 7
    assert (course / "j.xml").read_text().startswith("<?xml")


@pytest.mark.parametrize("name", ["results.json", ".results.json.{pid}"])
def test_nothing_is_written_through_a_link(
    course: Path, engine: StandIn, grade: Grade, handed_in: Path, tmp_path: Path, name: str
) -> None:
    other = tmp_path / "other"
    other.write_text("as it was", encoding="utf-8")
    (course / name.format(pid=os.getpid())).symlink_to(other)
    grade("autograde", "ex9", str(handed_in), "--format", "gradescope", "--output", "results.json")
    assert not (course / "results.json").is_symlink()
    assert json.loads((course / "results.json").read_text())["score"] == 7
    assert other.read_text() == "as it was"


def test_a_refused_submission(course: Path, engine: StandIn, grade: Grade, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    places = ["-f", "prairielearn", "-o", "results.json", "-f", "html", "-o", "report.html"]
    ran = grade("autograde", "ex9", str(tmp_path / "empty"), *places)
    assert ran.status == 4
    assert "It is empty" in json.loads((course / "results.json").read_text())["format_errors"][0]
    assert not (course / "report.html").exists()


@pytest.mark.parametrize("error", [EngineFault("secret"), ExerciseFault("secret"), RuntimeError("secret")])
def test_a_fault_is_told_but_not_its_details(
    course: Path, engine: StandIn, grade: Grade, handed_in: Path, error: Exception
) -> None:
    engine.error = error
    ran = grade("autograde", "ex9", str(handed_in), "--format", "vpl")
    assert ran.status == 3
    assert "not a mark" in ran.out
    assert "secret" not in ran.out + ran.err
    assert "secret" in grade("--debug", "autograde", "ex9", str(handed_in), "--format", "vpl").err


def test_no_such_exercise_is_no_mark_either(course: Path, engine: StandIn, grade: Grade, handed_in: Path) -> None:
    ran = grade("autograde", "ex8", str(handed_in), "--format", "coderunner")
    assert ran.status == 3
    assert "fraction" not in json.loads(ran.out)


def test_a_document_is_there_from_the_start(
    course: Path, engine: StandIn, grade: Grade, handed_in: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*args: object, **kwargs: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(grader.autograde, "grade", killed)
    grade("autograde", "ex9", str(handed_in), "--format", "gradescope", "--output", "results.json")
    left = json.loads((course / "results.json").read_text())
    assert "did not finish" in left["output"]
    assert "score" not in left
