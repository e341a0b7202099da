"""Where the tests of the shipped exercises find things, and from how many seeds they run."""

from __future__ import annotations

import os
from pathlib import Path

from grader.course.catalog import exercise_ids

HERE = Path(__file__).parent
COURSE = HERE.parents[1]
EXERCISES = exercise_ids(COURSE)
SEEDS = range(1, 1 + int(os.environ.get("GRADE_SEEDS", "1")))
WRONG = sorted(HERE.glob("*/wrong/*/*.py"))
"""`<exercise>/wrong/<item>/<misconception>.py`: one item, as somebody writes it who believes something wrong. Several
ways to write the same are told apart by what stands behind two hyphens.
"""


def full_marks(exercise_id: str) -> Path:
    """A file that gets full marks."""
    own = HERE / exercise_id / "full_marks.py"
    return own if own.exists() else COURSE / "tests" / "specimens" / "full_marks" / f"{exercise_id}.py"
