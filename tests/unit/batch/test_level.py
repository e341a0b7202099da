"""Grades are never recorded at a lower level of isolation than the course asks for."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from grader.batch.level import level
from grader.course.catalog import load_exercise
from grader.errors import EngineFault, UsageError
from grader.sandbox.reach import Reach

SEALED = load_exercise(Path(__file__).parents[3], "ex3")
LAX = dataclasses.replace(SEALED, isolation="process")
LINUX = Reach("sealed", 3, True, True, ())
MAC = Reach("process", 0, False, False, ("Sealing needs Linux.",))


def test_it_is_as_firm_as_the_machine_can_or_as_asked() -> None:
    assert level(SEALED, None, LINUX) == "sealed"
    assert level(LAX, None, LINUX) == "sealed"
    assert level(LAX, "process", LINUX) == "process"
    assert level(LAX, None, MAC) == "process"


def test_less_than_needed_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="ex3 need isolation sealed; process is less"):
        level(SEALED, "process", LINUX)


@pytest.mark.parametrize(("exercise", "asked"), [(SEALED, None), (SEALED, "sealed"), (LAX, "sealed")])
def test_a_machine_that_cannot_says_what_is_missing(exercise: object, asked: str | None) -> None:
    with pytest.raises(EngineFault, match=r"need isolation sealed; this machine has process\. Sealing needs Linux\."):
        level(SEALED if exercise is SEALED else LAX, asked, MAC)


def test_on_a_cluster_its_machines_have_the_last_word() -> None:
    assert level(SEALED, None, None) == "sealed"
    assert level(LAX, None, None) == "process"
