"""`grade audit`, sealed and as installed: shipped exercises and a new one are clean, and what is wrong is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.audit.audit import audit
from grader.audit.findings import Audit
from grader.cli.main import main
from grader.course.catalog import exercise_ids, load_exercise
from grader.scaffold.scaffold import scaffold

COURSE = Path(__file__).parents[2]
SECTIONS = (
    "points", "statements", "reference", "stub", "alternatives", "time", "misconceptions", "mutants of the reference",
    "messages", "handout",
)  # fmt: skip


@pytest.mark.parametrize("exercise_id", exercise_ids(COURSE))
def test_a_shipped_exercise_is_clean(exercise_id: str) -> None:
    """From two seeds, so that what depends on the seed shows; `make audit` takes twenty."""
    report = audit(load_exercise(COURSE, exercise_id), seeds=2, jobs=2)
    assert report.clean, report.as_text()


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A course with the exercise that `grade new` writes."""
    (tmp_path / "exercises").mkdir()
    scaffold(tmp_path, "mixing")
    return tmp_path


def change(path: Path, old: str, new: str) -> None:
    """Change a text of a file, which must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def found(report: Audit) -> dict[str, list[str]]:
    """The findings by section, each on one line. How fast this machine is today is not the question here."""
    sections = [section for section in report.sections if section.findings and section.name != "time"]
    return {section.name: [f"{f.where}: {f.what}" for f in section.findings] for section in sections}


def test_a_new_exercise_is_clean_and_says_so(course: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "audit.json"
    status = main(["audit", "mixing", "--course", str(course), "--seeds", "2", "--json", str(file)])
    told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    assert status == 0, told
    assert told["clean"] is True
    assert tuple(section["name"] for section in told["sections"]) == SECTIONS
    assert capsys.readouterr().out.count(" clean ") == len(SECTIONS)


TELLING_CHECK = '''
import pytest


@pytest.mark.check("blend.value", points=3, statement="T1")
def test_value(agree, rng, reference):
    """mixes the two"""
    arguments = rng.normal(3), rng.normal(3), 0.3
    answer = reference.blend(*arguments)[0].item()
    agree("blend", *arguments, otherwise=f"The first entry should be {answer:.6f}.")
'''


def test_each_thing_that_is_wrong_is_found(course: Path) -> None:
    """One mistake or more for each line of the table, except for the time."""
    public, hidden = course / "exercises" / "mixing", course / "solutions" / "mixing"
    change(public / "exercise.toml", 'visible = "all"', 'visible = ["blend.vale"]')
    change(public / "exercise.toml", 'kind = "quiz", points = 1', 'kind = "quiz", points = 2')
    change(public / "exercise.md", "## Question", "**T4** No check rests on this.\n\n## Question")
    change(public / "mixing.py", "q1 = None", 'q1 = "b"')
    change(hidden / "misconceptions.py", "Try weight 1.", "T7 says so.")
    change(hidden / "checks" / "test_learnt_blend.py", "    agree(parameters", "    agree.nonsense(parameters")
    (hidden / "checks" / "test_blend.py").write_text(TELLING_CHECK, encoding="utf-8")
    (hidden / "alternatives" / "blend.not_right.py").write_text("def blend(a, b, w):\n    return a\n", encoding="utf-8")
    report = audit(load_exercise(course, "mixing"), seeds=1)
    told = found(report)
    assert set(told) == set(SECTIONS) - {"time"}
    assert "has blend.vale, which is no check" in told["handout"][0]
    assert told["points"] == ["q1: has 2 points in exercise.toml and 1 in its checks"]
    assert "T4: no check rests on it" in told["statements"]
    assert "T2: no check rests on it" in told["statements"]
    assert "blend: swapped: rests on T7, which the text does not have" in told["statements"]
    assert "AttributeError" in told["reference"][0]
    assert "mixing.ipynb: is not what mixing.py and exercise.md give" in told["stub"]
    assert any(line.startswith("mixing.py: q1.answer passed") for line in told["stub"])
    assert any(line.startswith("blend.not_right.py: seed 1: blend.value failed") for line in told["alternatives"])
    assert "blend: second_detached: seed 1: passes every check of blend" in told["misconceptions"]
    assert all("of the reference: The first entry should be" in line for line in told["messages"])


def test_a_survivor_may_be_explained_and_an_explanation_has_to_be_needed(course: Path) -> None:
    reference = course / "solutions" / "mixing" / "reference.py"
    change(
        reference,
        "    return weight * a + (1 - weight) * b\n",
        "    if weight > 5:  # audit: equivalent because weights stay below 1\n"
        "        return a\n"
        "    # audit: equivalent because this is a formula\n"
        "    return weight * a + (1 - weight) * b\n",
    )
    report = audit(load_exercise(course, "mixing"), seeds=1)
    assert found(report) == {
        "mutants of the reference": ["reference.py, line 14: explains no surviving mutant: this is a formula"]
    }
