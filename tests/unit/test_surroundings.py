"""What platforms tell around a submission, and that nothing they leave out or get wrong stops a grade."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from grader.surroundings import surroundings

CREATED = "2026-10-02T00:01:00.365935-07:00"
DUE = "2026-10-01T23:59:00.000000-07:00"


def written(tmp_path: Path, metadata: object) -> dict[str, str]:
    """An environment that names the metadata."""
    path = tmp_path / "submission_metadata.json"
    path.write_text(metadata if isinstance(metadata, str) else json.dumps(metadata), encoding="utf-8")
    return {"GRADE_METADATA": str(path)}


@pytest.mark.parametrize(("created", "seconds"), [(CREATED, 120), (DUE, 0), ("2026-10-01T10:00:00+02:00", 0)])
def test_lateness_is_counted_from_when_it_was_handed_in(tmp_path: Path, created: str, seconds: int) -> None:
    metadata = {"created_at": created, "assignment": {"due_date": DUE, "late_due_date": None}}
    found = surroundings("gradescope", written(tmp_path, metadata))
    assert found == {"late": {"submitted": created, "due": DUE, "late_due": None, "seconds_late": seconds}}


@pytest.mark.parametrize(
    "metadata",
    [
        "",
        "[]",
        "null",
        "{}",
        {"created_at": CREATED, "assignment": None},
        {"created_at": CREATED, "assignment": {"due_date": None}},
        {"created_at": 5, "assignment": {"due_date": DUE}},
        {"created_at": CREATED, "assignment": {"due_date": "2026-10-01T23:59:00"}},
    ],
)
def test_metadata_that_says_less(tmp_path: Path, metadata: object) -> None:
    assert surroundings("gradescope", written(tmp_path, metadata)) == {"late": None}


def test_no_metadata_at_all(tmp_path: Path) -> None:
    assert surroundings("gradescope", {}) == {"late": None}
    assert surroundings("gradescope", {"GRADE_METADATA": str(tmp_path / "absent")}) == {"late": None}


@pytest.mark.parametrize(
    ("environment", "lowest", "highest"),
    [
        ({"VPL_GRADEMIN": "0", "VPL_GRADEMAX": "10.00000"}, Fraction(0), Fraction(10)),
        ({"VPL_GRADEMIN": "0,5", "VPL_GRADEMAX": "7,5"}, Fraction(1, 2), Fraction(15, 2)),
        ({"VPL_GRADEMIN": "", "VPL_GRADEMAX": "A to F"}, None, None),
        ({}, None, None),
    ],
)
def test_the_range_of_grades(environment: dict[str, str], lowest: Fraction | None, highest: Fraction | None) -> None:
    assert surroundings("vpl", environment) == {"lowest": lowest, "highest": highest}


def test_a_run_of_classroom_50() -> None:
    run = surroundings("classroom50", {"CLASSROOM": "dl", "COMMIT_URL": "https://example.org/1"})["run"]
    assert (run["classroom"], run["review"], run["assignment"]) == ("dl", "https://example.org/1", "")


def test_the_other_reports_need_nothing() -> None:
    assert surroundings("json", {"GRADE_METADATA": "x"}) == {}
