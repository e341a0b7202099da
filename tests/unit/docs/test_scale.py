"""The table of costs is the one that follows from what was measured."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.scale import MEASURED, basis, table

PAGE = Path(__file__).parents[3] / "docs" / "scale.md"


def test_the_table_follows_from_the_figures() -> None:
    figures = json.loads(MEASURED.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    assert table(figures) in page
    assert basis(figures) in page


def test_twice_the_jobs_take_half_the_time_and_the_same_work() -> None:
    figures = {"number": 100.0, "wall_one": 100.0, "wall_two": 55.0, "processor_one": 90.0}
    figures |= {"memory_one": 500.0, "memory_two": 756.0}
    lines = table(figures).splitlines()
    assert lines[2] == "| 2 | 15.3 hours | 25 | 0 GiB |"
    assert lines[4] == "| 64 | 29 minutes | 25 | 16 GiB |"
