"""What a batch leaves in its folder, made from the store alone."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grader.batch.outputs import number, write_outputs
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.errors import UsageError
from grader.records.rows import Outcome, Seen
from grader.store import Store
from grader.submission.attempt import Person
from tests.unit.conftest import build, partly_wrong

NAMES = ["ada", "O'Neil, Ünal", '=HYPERLINK("http://x")', "-1+2", "a/b", "Ada", "@sum", "李雷"]


@pytest.fixture
def exercise() -> Exercise:
    """An exercise with parts A to D."""
    return load_exercise(Path(__file__).parents[3], "ex3")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in which everybody was graded but the last, who is refused."""
    store = Store(tmp_path / "grades.sqlite")
    people = [Person(name, name) for name in NAMES]
    store.enrol("ex3", [*people, Person("zoe", "Zoë")])
    run = store.begin("ex3", version="v", grader="0", isolation="sealed", seed=1, fresh=0)
    attempts = store.see("ex3", [Seen(person, "a", "ex3.py", "", "k", "p") for person in people])
    for attempt in attempts[:-1]:
        store.record(run, {attempt: Outcome("graded", result=partly_wrong())})
    store.record(run, {attempts[-1]: Outcome("refused", "<b>No</b> file.\nHand in *one*.")})
    yield store
    store.close()


def files(out: Path) -> dict[str, bytes]:
    """All files below a folder."""
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_the_table_is_one_that_no_spreadsheet_calculates(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    write_outputs(tmp_path / "out", exercise, store)
    text = (tmp_path / "out" / "grades.csv").read_text(encoding="utf-8")
    lines = list(csv.reader(io.StringIO(text)))
    assert lines[0][:6] == ["student", "score", "max_score", "pending", "status", "isolation"]
    assert lines[0][6:-7] == [part.id for part in exercise.parts]
    assert not [field for line in lines for field in line if field[:1] in ("=", "+", "-", "@")]
    line = next(line for line in lines if line[0] == "O'Neil, Ünal")
    assert line[:6] == ["O'Neil, Ünal", "1.3333333333333333", "11", "14", "graded", "sealed"]
    assert next(line for line in lines if line[0] == "zoe")[1:5] == ["", "", "", "missing"]


def test_every_student_has_files_of_their_own(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    write_outputs(tmp_path / "out", exercise, store)
    left = files(tmp_path / "out")
    assert sum(name.startswith("results/") for name in left) == len(NAMES) - 1
    assert sum(name.startswith("feedback/") for name in left) == 2 * len(NAMES)
    refused = left["feedback/李雷.html"].decode()
    assert "<p>&lt;b&gt;No&lt;/b&gt; file.</p>" in refused
    assert "    Hand in *one*.\n" in left["feedback/李雷.md"].decode()


def test_what_is_missing_is_made_again_and_no_more(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    out = tmp_path / "out"
    write_outputs(out, exercise, store)
    first = files(out)
    times = {name: (out / name).stat().st_mtime_ns for name in first if name != "grades.csv"}
    write_outputs(out, exercise, store)
    assert {name: (out / name).stat().st_mtime_ns for name in times} == times
    (out / "feedback" / "Ada.html").unlink()
    (out / "results" / "a_b~c14cddc033f6.json").write_text("half of")
    write_outputs(out, exercise, store)
    assert files(out) == first


def test_a_refused_submission_takes_an_earlier_result_away(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    out = tmp_path / "out"
    write_outputs(out, exercise, store)
    run = store.begin("ex3", version="v", grader="0", isolation="sealed", seed=1, fresh=0)
    (attempt,) = store.see("ex3", [Seen(Person("Ada", "Ada"), "b", "", "", "k", "p")])
    store.count(store.record(run, {attempt: Outcome("refused", "Empty.")}).values())
    write_outputs(out, exercise, store)
    assert "results/Ada.json" not in files(out)
    assert "Empty." in (out / "feedback" / "Ada.md").read_text(encoding="utf-8")


def test_what_a_killed_run_left_is_swept_away_when_it_is_old(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    out = tmp_path / "out"
    write_outputs(out, exercise, store)
    first = files(out)
    for name, age in (("old", 10_000), ("young", 0)):
        path = out / "results" / f".{name}.json.1.unfinished"
        path.write_text("half of")
        os.utime(path, (path.stat().st_mtime - age,) * 2)
    write_outputs(out, exercise, store)
    assert files(out).keys() - first.keys() == {"results/.young.json.1.unfinished"}


def test_a_folder_that_cannot_be_written_to_is_a_usage_error(tmp_path: Path, exercise: Exercise, store: Store) -> None:
    (tmp_path / "out").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write_outputs(tmp_path / "out", exercise, store)


def test_points_are_those_of_the_result() -> None:
    assert [number(points) for points in (None, Fraction(7), Fraction(13, 2), Fraction(10, 3))] == [
        "",
        "7",
        "6.5",
        repr(10 / 3),
    ]
    assert build().to_json().count('"score": 0.3333333333333333') == 3
