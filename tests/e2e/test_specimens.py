"""Every specimen through the real pipeline: the marks it has to get, the items that lose some, and the words said.

The reading half has tests of its own; here the files are run and judged.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from grader import pipeline
from grader.course.catalog import load_exercise
from grader.course.exercise import Exercise
from grader.engine import Engine
from grader.result.model import Result
from grader.submission.collect import read_submission
from tests.specimens.folders import STUB
from tests.specimens.solution import PARTLY_WRONG, solution
from tests.specimens.specimen import Specimen, specimens

COURSE = Path(__file__).parents[2]
SPECIMENS = [specimen for specimen in specimens() if not specimen.refused]
WRAPPINGS = sorted({specimen.wrap: specimen for specimen in SPECIMENS if specimen.keeps_marks}.items())
SOLUTIONS = {"full marks": solution()} | {name: solution(changes) for name, changes in PARTLY_WRONG.items()}


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """Exercise 3, with less patience: several specimens wait for a deadline."""
    whole = load_exercise(COURSE, "ex3")
    return dataclasses.replace(whole, limits=dataclasses.replace(whole.limits, call_seconds=2.0, load_seconds=4.0))


@pytest.fixture(scope="module")
def engine(exercise: Exercise) -> Iterator[Engine]:
    """One warm engine for all."""
    with pipeline.open_engine(exercise) as engine:
        yield engine


@pytest.fixture(scope="module")
def graded(exercise: Exercise, engine: Engine) -> Callable[[Path], Result]:
    """Grades what a student handed in. Marks follow from the code alone, so no code is run twice."""
    known: dict[object, Result] = {}

    def grade(path: Path) -> Result:
        submission = read_submission(path, exercise.file, student="ada", handout=STUB)
        code = (tuple(cell.source for cell in submission.cells), submission.helpers)
        if code not in known:
            known[code] = pipeline.grade(exercise, submission, engine, seed=1)
        assert known[code].fault is None, known[code].problem
        return known[code]

    return grade


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: specimen.name)
def test_a_specimen_gets_what_it_deserves(graded: Callable[[Path], Result], specimen: Specimen, tmp_path: Path) -> None:
    result = graded(specimen.build(tmp_path))

    by_item: dict[str, list[tuple[str, str]]] = {}
    for check in result.checks:
        by_item.setdefault(check.item, []).append((check.outcome, check.message))
    for item, found in by_item.items():
        lost = specimen.lost.get(item) or (specimen.lost.get("*") if item != "explanation" else None)
        if lost is None:
            assert {outcome for outcome, _ in found} <= {"passed", "pending"}, f"{item}: {found}"
        else:
            said = [message for outcome, message in found if outcome == lost.outcome or lost.outcome == "any"]
            assert said, f"{item}: {found}"
            assert {outcome for outcome, _ in found} != {"passed"}
            assert any(all(word in message for word in lost.words) for message in said), f"{item}: {said}"


@pytest.mark.parametrize("name", SOLUTIONS)
def test_marks_do_not_depend_on_the_wrapping(graded: Callable[[Path], Result], name: str, tmp_path: Path) -> None:
    scores: dict[str, list[tuple[str, object]]] = {}
    for wrapping, specimen in WRAPPINGS:
        folder = tmp_path / wrapping
        folder.mkdir()
        result = graded(specimen.build(folder, SOLUTIONS[name]))
        scores[wrapping] = [(part.id, part.score) for part in result.parts]
    plain = scores["file"]
    assert {wrapping: found for wrapping, found in scores.items() if found != plain} == {}


def test_a_result_tells_where_everything_is_defined(
    graded: Callable[[Path], Result], exercise: Exercise, tmp_path: Path
) -> None:
    places = graded(dict(WRAPPINGS)["file"].build(tmp_path)).submission.definitions
    assert places.keys() == {item.name for item in exercise.items}
    assert places["residual_add"].text.startswith("def residual_add(x: Tensor, sublayer: ")


def test_the_plain_file_is_one_of_the_wrappings() -> None:
    assert "file" in dict(WRAPPINGS)
