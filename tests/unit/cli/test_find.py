"""Which file is graded when none is named."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest

from grader.cli.find import submission_path
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.errors import SubmissionRefused, UsageError

STUB = "def add(x, y):\n    raise NotImplementedError\n"
WORK = "def add(x, y):\n    return x + y\n"


def notebook(path: Path, source: str) -> None:
    cell = nbformat.v4.new_code_cell(source)  # type: ignore[no-untyped-call]
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)  # type: ignore[no-untyped-call]


@pytest.fixture
def exercise(course: Path) -> Exercise:
    """An exercise whose stub is there in both forms."""
    notebook(course / "exercises" / "ex9" / "ex9.ipynb", STUB)
    return load_exercise(course, "ex9")


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """Where the student works."""
    folder = tmp_path / "here"
    folder.mkdir()
    return folder


def test_a_named_path_counts(exercise: Exercise, here: Path) -> None:
    assert submission_path(exercise, Path("some.zip"), here) == Path("some.zip")


@pytest.mark.parametrize("name", ["ex9.py", "ex9.ipynb"])
def test_the_file_of_the_current_folder_counts(exercise: Exercise, here: Path, name: str) -> None:
    (here / name).write_text("", encoding="utf-8")
    assert submission_path(exercise, None, here) == here / name


def test_else_the_one_among_the_exercises(exercise: Exercise, here: Path) -> None:
    assert submission_path(exercise, None, here) == exercise.folder / "ex9.py"


@pytest.mark.parametrize(
    ("python", "cell", "counts"),
    [(STUB, STUB, "ex9.py"), (WORK, STUB, "ex9.py"), (STUB, WORK, "ex9.ipynb"), (WORK, WORK, "ex9.py")],
)
def test_of_two_the_one_that_was_worked_on_counts(
    exercise: Exercise, here: Path, python: str, cell: str, counts: str
) -> None:
    (here / "ex9.py").write_text(f"# a comment is no work\n{python}", encoding="utf-8")
    notebook(here / "ex9.ipynb", cell)
    assert submission_path(exercise, None, here) == here / counts


def test_two_different_works_are_refused(exercise: Exercise, here: Path) -> None:
    (here / "ex9.py").write_text(WORK, encoding="utf-8")
    notebook(here / "ex9.ipynb", "x = 1")
    with pytest.raises(SubmissionRefused) as caught:
        submission_path(exercise, None, here)
    assert (
        caught.value.message == f"ex9.py and ex9.ipynb in {here} hold different work, and only one of them can count."
    )
    assert caught.value.advice == "Name it: `grade ex9 ex9.py`."


def test_says_how_to_get_the_file(exercise: Exercise, here: Path) -> None:
    for stub in exercise.stubs:
        stub.unlink()
    with pytest.raises(UsageError) as caught:
        submission_path(exercise, None, here)
    assert caught.value.message == f"There is no ex9.py or ex9.ipynb in {here}."
    assert caught.value.advice == "Get one with `grade start ex9`, or name your file: `grade ex9 FILE`."
