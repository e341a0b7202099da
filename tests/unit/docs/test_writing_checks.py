"""The exercise that docs/writing-checks.md writes works as the page says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from grader import pipeline
from grader.checks.compare import DEFAULTS
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.reports import terminal
from grader.result.model import Result
from grader.submission.collect import read_submission

PAGE = (Path(__file__).parents[3] / "docs" / "writing-checks.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w/.]+)`\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
(SAID,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files in their places."""
    folder = tmp_path_factory.mktemp("course")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def exercise(course: Path) -> Exercise:
    """The page's exercise."""
    return load_exercise(course, "softmax")


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine for all."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


def grade(exercise: Exercise, engine: Engine, path: Path) -> Result:
    """The result with the seed of the page."""
    result = pipeline.grade(exercise, read_submission(path, exercise.file), engine, seed=1)
    assert result.fault is None, result.problem
    return result


def test_the_reference_gets_full_marks(exercise: Exercise, engine: Engine) -> None:
    assert grade(exercise, engine, exercise.solutions / "reference.py").full_marks


def test_nothing_of_the_stub_is_implemented(exercise: Exercise, engine: Engine) -> None:
    checks = list(grade(exercise, engine, exercise.stubs[0]).checks)
    assert [check.score for check in checks] == [0] * 5
    assert all("is not implemented yet" in check.message for check in checks)


def test_the_submission_hears_what_the_page_says(course: Path, exercise: Exercise, engine: Engine) -> None:
    result = grade(exercise, engine, course / "submissions" / "softmax.py")
    assert SAID in terminal.render(result, width=80)


SCALED = "\ndef softmax(x):\n    return torch.softmax(0.7 * x, dim=-1)\n"


def test_a_constant_is_estimated_and_named(course: Path, exercise: Exercise, engine: Engine) -> None:
    path = course / "submissions" / "scaled.py"
    path.write_text(FILES["submissions/softmax.py"] + SCALED, encoding="utf-8")
    value = next(grade(exercise, engine, path).checks)
    assert value.misconception == "scaled"
    assert "scores that are 0.7 times as large" in value.message


def test_the_tolerances_are_those_of_the_code() -> None:
    rows = re.findall(r"^\| ([\w, ]+) \| (\de-\d) \| (\de-\d) \|$", PAGE, re.MULTILINE)
    told = {
        getattr(torch, name): (float(rtol), float(atol)) for names, rtol, atol in rows for name in names.split(", ")
    }
    assert told == DEFAULTS
