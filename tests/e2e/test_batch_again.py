"""`grade batch` run again: what is graded once more, what goes on, and what it says of it."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from grader.batch.crew import local_crew
from grader.batch.run import Batch, Wish
from grader.cli.classwork import Bar
from grader.course.catalog import load_exercise
from grader.store import Store
from grader.submission.attempt import Attempt
from grader.submission.download import read_download
from grader.submission.files import Files
from grader.submission.layouts.layout import Wanted
from tests.e2e.classroom import HALF, RIGHT, Command, finished, make_course, of_run, table, write


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The course."""
    return make_course(tmp_path_factory.mktemp("course"))


@pytest.fixture
def command(course: Path, tmp_path: Path) -> Command:
    """The command for an empty class."""
    (tmp_path / "class").mkdir()
    return Command(course, tmp_path / "class", tmp_path / "out")


def test_only_what_changed_is_graded_again_and_the_difference_is_shown(command: Command) -> None:
    write(command.submissions, {"ada.py": RIGHT, "bob.py": HALF})
    assert command.run()[0] == 0
    first = command.rows()
    status, said = command.run()
    assert (status, command.rows()) == (0, first)
    assert "Nothing new to grade." in said
    write(command.submissions, {"bob.py": RIGHT})
    status, said = command.run()
    assert "1 to grade." in said
    assert "Marks that change:\n  bob: 1 of 10 → 10 of 10\n" in said
    assert command.rows()["ada"] == first["ada"]
    assert command.rows()["bob"].score == 10
    status, said = command.run("--student", "ada")
    assert "Graded again, with the same outcome: 1." in said
    assert command.rows()["ada"].run > first["ada"].run


def test_a_change_of_the_exercise_grades_everybody_again(tmp_path: Path) -> None:
    command = Command(make_course(tmp_path / "course"), tmp_path / "class", tmp_path / "out")
    write(command.submissions, {"ada.py": RIGHT, "bob.py": HALF})
    command.run()
    reference = command.course / "solutions" / "tiny" / "reference.py"
    reference.write_text(reference.read_text().replace("x + x", "x"))
    _, said = command.run()
    assert "ada: 10 of 10 → 1 of 10\n" in said
    assert "bob: 1 of 10 → 10 of 10\n" in said


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_an_interrupted_run_keeps_what_is_finished_and_goes_on(command: Command) -> None:
    write(command.submissions, {f"s{number:02}.py": RIGHT for number in range(20)})
    process = command.start("--jobs", "1")
    while process.poll() is None and not (command.out.exists() and finished(command) >= 8):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    said = "".join(process.communicate())
    assert process.returncode == 130
    assert "What was finished is kept" in said
    kept = {student: row for student, row in command.rows().items() if row.status == "graded"}
    assert 8 <= len(kept) < 20
    assert sum(line["status"] == "graded" for line in table(command).values()) == len(kept)
    status, said = command.run()
    assert status == 0
    assert f"{20 - len(kept)} to grade." in said
    rows = command.rows()
    assert {student: rows[student] for student in kept} == kept
    assert len({row.seed for row in rows.values()}) == 1


def test_an_exercise_that_cannot_grade_says_so_and_changes_no_mark(tmp_path: Path) -> None:
    command = Command(make_course(tmp_path / "course"), tmp_path / "class", tmp_path / "out")
    write(command.submissions, {"ada.py": RIGHT})
    command.run()
    before = command.rows()
    write(command.course, {"solutions/tiny/reference.py": "def double(x:\n"})
    status, said = command.run()
    assert status == 3
    assert "reference.py does not load" in said
    assert command.rows() == before


def test_a_killed_run_of_everybody_goes_on_and_a_finished_one_begins_anew(command: Command) -> None:
    write(command.submissions, {f"s{number:02}.py": RIGHT for number in range(12)})
    command.run()
    process = command.start("--all", "--jobs", "1")
    while process.poll() is None and of_run(command, 2) < 4:
        time.sleep(0.05)
    process.kill()
    process.communicate()
    done = of_run(command, 2)
    assert 4 <= done < 12
    status, said = command.run("--all")
    assert (status, f"{12 - done} to grade." in said) == (0, True)
    assert {row.run for row in command.rows().values()} == {2, 3}
    assert len({row.seed for row in command.rows().values()}) == 1
    _, said = command.run("--all")
    assert "12 to grade." in said


def test_who_is_not_in_the_download_any_more_is_named_and_keeps_the_mark(command: Command) -> None:
    write(command.submissions, {"ada.py": RIGHT, "bob.py": HALF, "eve.py": RIGHT})
    command.run()
    (command.submissions / "bob.py").unlink()
    status, said = command.run()
    assert 'Not in this download, and kept from earlier runs: "bob".\n3 students: 3 graded.' in said
    assert status == 0
    assert command.rows()["bob"].score == 1
    _, said = command.run("--student", "ada")
    assert 'kept from earlier runs: "bob".' in said


@pytest.mark.parametrize(("faults", "status"), [(2, "graded"), (99, "not_graded")])
def test_a_fault_of_the_exercise_is_tried_twice(tmp_path: Path, faults: int, status: str) -> None:
    command = Command(make_course(tmp_path / "course"), tmp_path / "class", tmp_path / "out")
    write(command.submissions, {"ada.py": RIGHT})
    check = command.course / "solutions" / "tiny" / "checks" / "test_tiny.py"
    flaky = f"""
    from pathlib import Path
    with Path({str(tmp_path / "count")!r}).open("a+") as count:
        count.write("x")
        count.seek(0)
        assert len(count.read()) > {faults}
    agree("double", rng.normal(3))
"""
    check.write_text(check.read_text().replace('\n    agree("double", rng.normal(3))\n', flaky))
    command.run()
    assert command.rows()["ada"].status == status


@pytest.mark.parametrize(("faults", "status"), [(1, "graded"), (2, "not_graded")])
def test_a_hand_in_that_we_cannot_read_is_read_twice(course: Path, command: Command, faults: int, status: str) -> None:
    exercise = load_exercise(course, "tiny")
    write(command.submissions, {"ada.py": RIGHT})
    download = read_download(command.submissions, Wanted("tiny", "tiny"))
    (attempt,) = download.attempts
    download = replace(download, attempts=(replace(attempt, read=_failing(attempt, faults)),))
    store = Store(command.submissions.parent / "grades.sqlite")
    with local_crew(exercise, "sealed", 1) as crew:
        batch = Batch(exercise, download, store, Wish("sealed", 1), Bar())
        batch.carry_out(lambda: nullcontext(crew), lambda replaced: None)
    (row,) = store.current("tiny")
    assert row.status == status
    assert ("KeyError: 'ours'" in row.reason) == (status == "not_graded")
    store.close()


def _failing(attempt: Attempt, faults: int) -> Callable[[], Files]:
    """Read, but not the first times."""
    left = iter(range(faults))

    def read() -> Files:
        if next(left, None) is not None:
            raise KeyError("ours")
        return attempt.read()

    return read
