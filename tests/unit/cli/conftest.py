"""A course to run the command in, and the command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import grader.engine
from grader import pipeline
from grader.cli.main import main
from tests.unit.cli.standin import Grade, Ran, StandIn

CONFIG = """\
format = 1
id = "ex9"
title = "Adding"
file = "ex9"
modules = ["torch"]
[[parts]]
id = "A"
title = "Forward"
items = [{name = "add", points = 7, kind = "function"}]
[[parts]]
id = "B"
title = "Questions"
items = [{name = "essay", points = 3, kind = "written"}]
"""


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A course with the exercise ex9, in whose folder the command runs."""
    folder = tmp_path / "course" / "exercises" / "ex9"
    folder.mkdir(parents=True)
    (folder / "exercise.toml").write_text(CONFIG, encoding="utf-8")
    (folder / "exercise.md").write_text("# Adding\n\n**T1** The sum is *new*.\n", encoding="utf-8")
    (folder / "ex9.py").write_text("def add(x, y):\n    raise NotImplementedError\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "course")
    return tmp_path / "course"


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """The stand-in, in the place of the engine; it must have been closed when the test ends."""
    stand_in = StandIn()
    monkeypatch.setattr(grader.engine, "Engine", lambda: stand_in)
    monkeypatch.setattr(pipeline, "open_engine", stand_in.open_engine)
    monkeypatch.setattr(pipeline, "grade", stand_in.grade)
    yield stand_in
    assert stand_in.running == 0


@pytest.fixture
def grade(capfd: pytest.CaptureFixture[str]) -> Grade:
    """Run the command in this process, with the same errors and exit status as from a shell."""

    def run(*args: str) -> Ran:
        status = main(args)
        return Ran(status, *capfd.readouterr())

    return run
