"""`grade watch` grades each saved change once and says what is different."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.cli.session import Session
from grader.cli.watch import regrade, saves
from grader.course.catalog import load_exercise
from grader.engine import Engine
from tests.unit.cli.standin import StandIn


@pytest.fixture
def session(course: Path, engine: StandIn) -> Session:
    """The exercise opened on a file of the student's."""
    (course / "ex9.py").write_text("wrong = 1\n", encoding="utf-8")
    return Session(course, load_exercise(course, "ex9"), course / "ex9.py", (), Engine())


def test_reports_what_changed(session: Session, engine: StandIn, capsys: pytest.CaptureFixture[str]) -> None:
    def student() -> Iterator[None]:
        yield
        yield  # saved, but nothing changed
        session.path.write_text("", encoding="utf-8")
        yield  # refused
        session.path.write_text("RIGHT = 1\n", encoding="utf-8")
        yield

    regrade(session, student(), seed=None)
    out, err = capsys.readouterr()
    assert engine.seeds == [None, 1234]
    assert "empty" in err
    assert out.count("--seed 1234 draws") == 2
    assert out.endswith("\nSince last time: 0 → 7 points\n  ✓ add: adds\n")


def test_a_save_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "ex9.py"
    path.write_text("x = 1\n", encoding="utf-8")
    seen = threading.Event()
    changes = saves(path)
    next(changes)  # the watch is on

    def wait() -> None:
        next(changes)
        seen.set()

    threading.Thread(target=wait, daemon=True).start()
    fresh = tmp_path / "fresh"
    fresh.write_text("x = 2\n", encoding="utf-8")
    fresh.replace(path)
    assert seen.wait(timeout=20)
