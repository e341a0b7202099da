"""`grade batch` as an instructor runs it: whatever is handed in, however it is interrupted."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import zipfile
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from grader.batch.crew import local_crew
from grader.batch.run import Batch, Wish
from grader.cli.classwork import Bar
from grader.course.catalog import load_exercise
from grader.store import Store
from grader.submission.download import read_download
from grader.submission.layouts.layout import Wanted
from tests.e2e.classroom import (
    EMPTY,
    EXITS,
    HALF,
    LOOPS,
    RIGHT,
    SYNTAX,
    WRONG,
    Command,
    finished,
    make_course,
    table,
    write,
)  # fmt: skip

REPOSITORY = Path(__file__).parents[2]
SEEDS = int(os.environ.get("GRADE_SEEDS", "3"))
"""Over how many seeds one class is graded."""
KILLS = int(os.environ.get("GRADE_KILLS", "3"))
"""How many runs are killed, each at a moment of its own."""
CLASS = {
    "ada.py": RIGHT,
    "O'Neil, Ünal/tiny.py": RIGHT,
    "=HYPERLINK(0)/tiny.py": HALF,
    "Sukarno.py": WRONG,
    "eve.py": EXITS,
    "empty.py": EMPTY,
}


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course."""
    return make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def command(course: Path, tmp_path: Path) -> Command:
    """The command for an empty class."""
    (tmp_path / "class").mkdir()
    return Command(course, tmp_path / "class", tmp_path / "out")


def test_one_bad_submission_stops_nothing(command: Command) -> None:
    write(command.submissions, {"ada.py": RIGHT, "bob.py": HALF, "eve.py": EMPTY, "mal.py": SYNTAX, "zoe.py": EXITS})
    status, said = command.run("--jobs", "2")
    assert status == 5
    assert {student: (line["score"], line["status"]) for student, line in table(command).items()} == {
        "ada": ("10", "graded"),
        "bob": ("1", "graded"),
        "eve": ("", "refused"),
        "mal": ("0", "graded"),
        "zoe": ("1", "graded"),
    }
    assert 'Not graded or refused:\n  eve: refused. "eve.py" is empty.' in said
    assert "5 students: 4 graded, 1 refused." in said
    assert "is empty" in (command.out / "feedback" / "eve.md").read_text(encoding="utf-8")
    assert not (command.out / "results" / "eve.json").exists()


def test_a_class_leaves_results_feedback_and_a_table(command: Command) -> None:
    write(command.submissions, CLASS)
    command.run("--seed", "11")
    lines = table(command)
    assert list(lines) == sorted(lines)
    assert set(lines) == {"ada", "O'Neil, Ünal", "'=HYPERLINK(0)", "Sukarno", "eve", "empty"}
    assert lines["ada"] | {"reason": ""} == {
        "student": "ada", "score": "10", "max_score": "10", "pending": "0", "status": "graded", "isolation": "sealed",
        "A": "9", "B": "1", "name": "ada", "email": "", "submitted": "", "late": "", "attempts": "1", "group": "",
        "reason": "",
    }  # fmt: skip
    result = json.loads((command.out / "results" / "O'Neil, Ünal.json").read_text(encoding="utf-8"))
    assert (result["submission"]["student"], result["score"], result["seed"]) == ("O'Neil, Ünal", 10, 11)
    stems = {path.stem for path in (command.out / "feedback").iterdir()}
    assert stems == {"ada", "O'Neil, Ünal", "=HYPERLINK(0)", "Sukarno", "eve", "empty"}
    for page in (command.out / "feedback").glob("*.html"):
        assert "http" not in page.read_text(encoding="utf-8").replace("http-equiv", "")


def test_a_moodle_download_with_two_people_of_one_name(command: Command) -> None:
    with zipfile.ZipFile(command.submissions / "DL-17.zip", "w") as archive:
        for number, code in enumerate((RIGHT, HALF), 1):
            archive.writestr(f"Jane Doe_{number}_assignsubmission_file/tiny.py", code)
    download = Command(command.course, command.submissions / "DL-17.zip", command.out)
    status, said = download.run()
    assert status == 0
    assert "Read as a download of Moodle's: 2 hand-ins." in said
    assert {student: (line["name"], line["score"]) for student, line in table(download).items()} == {
        "1": ("Jane Doe", "10"),
        "2": ("Jane Doe", "1"),
    }


def test_members_of_a_group_each_get_the_mark(command: Command) -> None:
    metadata = "submission_1:\n  :submitters:\n  - {':name': Ada, ':sid': '7'}\n  - {':name': Eve, ':sid': '8'}\n"
    write(command.submissions, {"submission_metadata.yml": metadata, "submission_1/tiny.py": RIGHT})
    (command.out.parent / "roster.csv").write_text("id,name,email\n7,Ada,a@x.org\n8,Eve,e@x.org\n9,Bob,b@x.org\n")
    status, said = command.run("--roster", str(command.out.parent / "roster.csv"))
    assert status == 0
    assert '1 student of the roster handed in nothing: "Bob (9)".' in said
    rows = command.rows()
    assert {student: (row.status, row.score, row.email) for student, row in rows.items()} == {
        "7": ("graded", 10, "a@x.org"),
        "8": ("graded", 10, "e@x.org"),
        "9": ("missing", None, "b@x.org"),
    }
    assert rows["7"].group == ("7", "8")
    assert json.loads(rows["8"].json)["submission"]["student"] == "8"


def test_jobs_and_order_change_nothing_but_times(command: Command) -> None:
    write(command.submissions, CLASS)
    command.run("--seed", "3", "--jobs", "1")
    other = command.into(command.out.parent / "other")
    other.run("--seed", "3", "--student", "eve")  # otherwise among the last
    other.run("--seed", "3", "--jobs", "3")
    assert other.left() == command.left()


def test_no_seed_changes_full_marks_or_none(tmp_path: Path) -> None:
    exercise = load_exercise(REPOSITORY, "ex3")
    full = (REPOSITORY / "tests/specimens/full_marks/ex3.py").read_text(encoding="utf-8")
    write(tmp_path / "class", {"full.py": full, "none.py": exercise.stubs[0].read_text(encoding="utf-8")})
    download = read_download(tmp_path / "class", Wanted("ex3", "ex3"))
    store = Store(tmp_path / "grades.sqlite")
    with local_crew(exercise, "sealed", 2) as crew:
        for seed in range(1, SEEDS + 1):
            wish = Wish("sealed", seed, scope="all")
            Batch(exercise, download, store, wish, Bar()).carry_out(lambda: nullcontext(crew), lambda replaced: None)
            rows = {row.student: row for row in store.current("ex3")}
            assert {row.seed for row in rows.values()} == {seed}
            assert rows["full"].score == rows["full"].max_score, f"seed {seed}"
            assert rows["none"].score == 0, f"seed {seed}"
    assert len(store.history("ex3", "full")) == SEEDS
    store.close()


def test_killed_at_any_moment_the_end_is_that_of_an_uninterrupted_run(command: Command) -> None:
    write(command.submissions, CLASS | {"loop.py": LOOPS, "mal.py": SYNTAX})
    started = time.monotonic()
    command.run("--seed", "5", "--jobs", "2")
    seconds = time.monotonic() - started
    wanted = command.left()
    for number in range(KILLS):
        killed = command.into(command.out.parent / f"killed-{number}")
        process = killed.start("--seed", "5", "--jobs", "2")
        moment = random.uniform(0, seconds)
        try:
            process.communicate(timeout=moment)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        killed.run("--seed", "5", "--jobs", "2")
        assert killed.left() == wanted, f"killed after {moment:.3f} s"
        with sqlite3.connect(killed.out / "grades.sqlite") as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        database.close()


@pytest.mark.skipif(sys.platform != "linux", reason="finds the engine in /proc")
def test_an_engine_that_dies_costs_nobody_anything(command: Command) -> None:
    write(command.submissions, {f"s{number:02}.py": RIGHT for number in range(12)})
    process = command.start("--jobs", "1")
    while process.poll() is None and not (command.out.exists() and finished(command) >= 3):
        time.sleep(0.05)
    for engine in _engines(process.pid):
        os.kill(engine, signal.SIGKILL)
    process.communicate()
    assert process.returncode == 0
    assert {row.score for row in command.rows().values()} == {10}


def test_two_runs_at_once_share_the_work(command: Command) -> None:
    write(command.submissions, CLASS)
    runs = [command.start("--seed", "3", "--jobs", "1") for _ in range(2)]
    assert [run.wait() for run in runs] == [5, 5]
    for run in runs:
        run.communicate()
    alone = command.into(command.out.parent / "alone")
    alone.run("--seed", "3")
    assert command.left() == alone.left()
    with sqlite3.connect(command.out / "grades.sqlite") as database:
        query = "SELECT count(DISTINCT attempt_id), count(*) FROM results WHERE status = 'graded'"
        assert database.execute(query).fetchone() == (5, 5)
    database.close()


def test_results_are_not_mixed_with_submissions(command: Command) -> None:
    write(command.submissions, {"ada.py": RIGHT})
    status, said = command.into(command.submissions).run()
    assert (status, said) == (
        2,
        f"{command.submissions} holds the submissions.\nName a folder of its own for the results.\n",
    )
    assert [path.name for path in command.submissions.iterdir()] == ["ada.py"]


def test_less_isolation_than_the_course_needs_is_refused(command: Command) -> None:
    write(command.submissions, {"ada.py": RIGHT})
    status, said = command.run("--isolation", "process")
    assert status == 2
    assert "Recorded grades of tiny need isolation sealed; process is less." in said
    assert not (command.out / "grades.csv").exists()


def _engines(pid: int) -> list[int]:
    """The engines that a batch has started."""
    children: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that ended meanwhile
            children += map(int, (task / "children").read_text().split())
    return [child for child in children if b"grader.launch" in Path(f"/proc/{child}/cmdline").read_bytes()]
