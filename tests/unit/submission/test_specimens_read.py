"""Every specimen is read as it says, or refused in the words that it says: the half of grading before anything runs."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path

import pytest

from grader.errors import SubmissionRefused
from grader.submission.collect import read_submission
from grader.submission.source import Submission
from tests.specimens import archives, files, folders, notebooks
from tests.specimens.folders import STUB
from tests.specimens.solution import PARTLY_WRONG, solution
from tests.specimens.specimen import Specimen, specimens

SPECIMENS = specimens()
REFUSED = [specimen for specimen in SPECIMENS if specimen.refused]
READ = [specimen for specimen in SPECIMENS if not specimen.refused]
SAME_MARKS = [specimen for specimen in SPECIMENS if specimen.keeps_marks]
SOLUTIONS = {"full marks": solution()} | {name: solution(changes) for name, changes in PARTLY_WRONG.items()}


def names(some: Iterable[Specimen]) -> list[str]:
    """Test ids."""
    return [specimen.name for specimen in some]


def definitions(sources: Iterable[str]) -> dict[str, str]:
    """What each top-level name is at the end, as a syntax tree without positions; what does not parse is left out."""
    found = {}
    for source in sources:
        try:
            body = ast.parse(source).body
        except SyntaxError:
            continue
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = ast.dump(node)
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                found[node.targets[0].id] = ast.dump(node.value)
    return found


def sources(submission: Submission) -> list[str]:
    """All code of a submission in the order in which it is first run."""
    return [*(source for _, source in submission.helpers), *(cell.source for cell in submission.cells)]


def test_there_are_enough_specimens() -> None:
    """At least 80, each with a fault of its own and a place where people reported its kind."""
    assert len(SPECIMENS) >= 80
    assert len({specimen.fault for specimen in SPECIMENS}) == len(SPECIMENS)
    assert all(specimen.reported for specimen in SPECIMENS)


@pytest.mark.parametrize("specimen", REFUSED, ids=names(REFUSED))
def test_refused_in_these_words(specimen: Specimen, tmp_path: Path) -> None:
    """A refusal says what was found, what was wanted, and what to do."""
    with pytest.raises(SubmissionRefused) as refused:
        read_submission(specimen.build(tmp_path), "ex3", handout=STUB)

    said = f"{refused.value.message} {refused.value.advice}"
    assert refused.value.advice
    assert [word for word in specimen.refused if word not in said] == [], said


@pytest.mark.parametrize("specimen", READ, ids=names(READ))
def test_read_with_these_notes(specimen: Specimen, tmp_path: Path) -> None:
    """The file that counts is the expected one, and the notes hold the expected words; without any, there are none."""
    submission = read_submission(specimen.build(tmp_path), "ex3", student="ada", handout=STUB)

    assert submission.student == "ada"
    assert specimen.source in {None, submission.source}
    said = " ".join(submission.notes)
    assert [word for word in specimen.notes if word not in said] == [], said
    assert specimen.notes or not said


@pytest.mark.parametrize("expected", SOLUTIONS.values(), ids=SOLUTIONS)
@pytest.mark.parametrize("specimen", SAME_MARKS, ids=names(SAME_MARKS))
def test_the_wrapping_changes_nothing(specimen: Specimen, expected: str, tmp_path: Path) -> None:
    """However a solution is wrapped, each function, class and answer is read exactly as it was written."""
    submission = read_submission(specimen.build(tmp_path, expected), "ex3", handout=STUB)

    read, wanted = definitions(sources(submission)), definitions([expected])
    assert {name: read.get(name) for name in wanted} == wanted


def test_every_builder_has_a_specimen() -> None:
    """And every specimen a builder."""
    builders = {
        name
        for module in (archives, files, folders, notebooks)
        for name, value in vars(module).items()
        if inspect.isfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")
    }
    assert {specimen.wrap for specimen in SPECIMENS} == builders
