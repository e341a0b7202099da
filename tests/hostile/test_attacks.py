"""Every attack of `attacks/` through the real pipeline: it gains nothing, and takes nothing from other checks."""

from __future__ import annotations

import dataclasses
import os
import platform
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.limits import Limits
from grader.reports import html, json, markdown, terminal
from grader.result.model import Result
from grader.submission.source import Cell, Submission

HERE = Path(__file__).parent
COURSE = HERE.parents[1]
ATTACKS = sorted((HERE / "attacks").glob("*.py"))
REPORTS = {"html": html.render, "json": json.render, "markdown": markdown.render, "terminal": terminal.render}
ITEMS = ("residual_add", "chain_gradient", "zero_case_output")


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 3, its three functions that the attacks are written for."""
    whole = load_exercise(COURSE, "ex3")
    parts = [dataclasses.replace(part, id=item.name, items=(item,)) for part in whole.parts for item in part.items]
    return dataclasses.replace(whole, parts=tuple(parts))


SECRETS = {"AWS_SECRET_ACCESS_KEY": "LEAKED:environment", "GRADE_TOKEN": "LEAKED:environment"}


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """A warm engine, started from an environment that holds secrets."""
    before = {name: os.environ.get(name) for name in SECRETS}
    os.environ.update(SECRETS)
    try:
        with pipeline.open_engine(exercise, isolation="sealed") as engine:
            yield engine
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def attack(path: Path) -> dict[str, Any]:
    """What an attack says of itself."""
    lines = path.read_text(encoding="utf-8").split("\n")
    header = [
        line.removeprefix("#").removeprefix(" ")
        for line in lines[: next(i for i, x in enumerate(lines) if x[:1] != "#")]
    ]
    return tomllib.loads("\n".join(header))


def limits(about: dict[str, Any]) -> Limits:
    """The attack's limits; otherwise short ones, since many attacks wait for the deadline."""
    return dataclasses.replace(Limits(call_seconds=2.0, memory_mib=512), **about.get("limits", {}))


def children(engine: Engine) -> set[int]:
    """The processes below the engine: its zygote, and workers if there are any."""
    found: set[int] = set()
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
    wanted = {engine.pid}
    while wanted:
        wanted = {pid for pid, parent in parents.items() if parent in wanted}
        found |= wanted
    return found


@pytest.mark.parametrize("path", ATTACKS, ids=lambda path: path.stem)
def test_an_attack_gains_nothing_and_spoils_nothing(exercise: Exercise, engine: Engine, path: Path) -> None:
    about = attack(path)
    if about.get("machine", platform.machine()) != platform.machine():
        pytest.skip(f"only on {about['machine']}")
    submission = Submission(
        student=about.get("student", "mallory"),
        source="ex3.py",
        sha256="0" * 64,
        cells=(Cell("ex3.py", path.read_text(encoding="utf-8")),),
        helpers=tuple(
            (name.removesuffix(".py"), text) for name, text in about.get("files", {}).items() if name.endswith(".py")
        ),
    )
    own = dataclasses.replace(exercise, limits=limits(about))
    result = pipeline.grade(own, submission, engine, seed=1, parts=ITEMS)

    assert result.fault is None, result.problem
    for check in result.checks:
        allowed = about["residual_add"] if check.item == "residual_add" else about.get("others", ["passed"])
        if check.id in about.get("may_pass", ()):
            allowed = [*allowed, "passed"]
        assert check.outcome in allowed, f"{check.id}: {check.outcome}: {check.message}"
    assert_nothing_leaked(result, about)
    assert len(children(engine)) == 1, "only the zygote is left"


def test_the_attacked_grader_still_grades(exercise: Exercise, engine: Engine) -> None:
    source = (COURSE / "tests" / "specimens" / "full_marks" / "ex3.py").read_text(encoding="utf-8")
    right = Submission("ada", "ex3.py", "0" * 64, (Cell("ex3.py", source),))
    assert pipeline.grade(exercise, right, engine, seed=1, parts=ITEMS).full_marks


def assert_nothing_leaked(result: Result, about: dict[str, Any]) -> None:
    """No report holds what the attack would print had it got hold of something, nor any secret."""
    proofs = [about["proof"]] if "proof" in about else []
    secrets = [*about.get("environment", {}).values(), *SECRETS.values(), str(COURSE / "solutions")]
    for name, render in REPORTS.items():
        report = render(result)
        for text in [*proofs, *secrets, *about.get("never", {}).get(name, [])]:
            assert text not in report, f"{name} holds {text!r}"
