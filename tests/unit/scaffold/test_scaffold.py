"""What `grade new` writes, and when it writes nothing. That the result is clean is shown in tests/e2e/test_audit.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import load_exercise
from grader.course.handout import notebook
from grader.errors import UsageError
from grader.scaffold.scaffold import PLACEHOLDER, scaffold


def test_writes_an_exercise_under_its_own_name(tmp_path: Path) -> None:
    written = scaffold(tmp_path, "mixing")
    exercise = load_exercise(tmp_path, "mixing")
    assert (exercise.id, exercise.file) == ("mixing", "mixing")
    assert {item.kind for item in exercise.items} == {"function", "class", "quiz"}
    assert all(path.is_file() for path in written)
    assert not any(PLACEHOLDER in path.read_text(encoding="utf-8") for path in written)


def test_the_notebook_is_that_of_stub_and_text(tmp_path: Path) -> None:
    scaffold(tmp_path, "mixing")
    stub, copy = load_exercise(tmp_path, "mixing").stubs
    text = (tmp_path / "exercises" / "mixing" / "exercise.md").read_text(encoding="utf-8")
    assert copy.read_text(encoding="utf-8") == notebook(stub.read_text(encoding="utf-8"), text)


@pytest.mark.parametrize("name", ["", "two words", "../elsewhere", "1st", "class", "a-b"])
def test_an_id_is_a_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the id of an exercise"):
        scaffold(tmp_path, name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("half", ["exercises", "solutions"])
def test_nothing_is_ever_overwritten(tmp_path: Path, half: str) -> None:
    (tmp_path / half / "mixing").mkdir(parents=True)
    with pytest.raises(UsageError, match="is there already"):
        scaffold(tmp_path, "mixing")
    assert not any(path.is_file() for path in tmp_path.rglob("*"))
