"""Finding the course and its exercises."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import exercise_ids, find_course, load_exercise
from grader.errors import UsageError


def test_the_nearest_folder_with_exercises_is_the_course(course: Path) -> None:
    deep = course / "exercises" / "ex9"
    assert find_course(start=deep) == course.resolve()
    assert find_course(named=course) == course.resolve()


def test_says_that_there_is_no_course(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        find_course(start=tmp_path)
    assert caught.value.message.startswith(f"There is no course here: neither {tmp_path.resolve()} nor a folder above")
    assert caught.value.advice == "Go to the course's folder, or name it with --course DIR."


def test_a_named_folder_must_be_a_course(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is not a course: it has no folder `exercises`"):
        find_course(named=tmp_path)


def test_lists_and_loads(course: Path) -> None:
    (course / "exercises" / "notes").mkdir()
    assert exercise_ids(course) == ["ex9"]
    assert load_exercise(course, "ex9").title == "Adding"


@pytest.mark.parametrize(("wanted", "advice"), [("ex8", "Did you mean `ex9`?"), ("zzzz", "There are: ex9.")])
def test_helps_with_a_misspelt_id(course: Path, wanted: str, advice: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_exercise(course, wanted)
    assert caught.value.message == f"There is no exercise `{wanted}` in {course}."
    assert caught.value.advice == advice


def test_ids_are_never_paths(course: Path) -> None:
    with pytest.raises(UsageError):
        load_exercise(course, "../exercises/ex9")


@pytest.mark.parametrize(
    ("file", "matters"),
    [
        ("exercises/ex9/exercise.md", True),
        ("exercises/ex9/toolbox.py", True),
        ("solutions/ex9/reference.py", True),
        ("solutions/ex9/checks/test_more.py", True),
        ("exercises/ex9/ex9.py", False),
        ("exercises/ex9/notes.txt", False),
        ("solutions/ex9/checks/__pycache__/test_add.pyc", False),
        ("solutions/ex9/.DS_Store", False),
    ],
)
def test_the_version_follows_what_a_grade_depends_on(course: Path, file: str, matters: bool) -> None:
    before = load_exercise(course, "ex9").version
    path = course / file
    path.parent.mkdir(exist_ok=True)
    path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + "\nmore\n", encoding="utf-8")
    assert (load_exercise(course, "ex9").version != before) == matters


def test_line_ends_do_not_change_the_version(course: Path) -> None:
    before = load_exercise(course, "ex9").version
    reference = course / "solutions" / "ex9" / "reference.py"
    reference.write_bytes(reference.read_bytes().replace(b"\n", b"\r\n"))
    assert load_exercise(course, "ex9").version == before
