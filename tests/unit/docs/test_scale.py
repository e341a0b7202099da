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


def test_more_jobs_take_less_time_but_for_the_commands_own() -> None:
    figures = {"number": 100.0, "processor_one": 90.0, "command_one": 0.9, "memory_one": 500.0}
    figures |= {"memory_two": 756.0}
    lines = table(figures).splitlines()
    assert lines[2] == "| 2 | 12.6 hours | 25 | 0 GiB |"
    assert lines[4] == "| 64 | 38 minutes | 25 | 16 GiB |"
