"""The terminal report fits its width, says everything that matters, and lets no text act."""

from __future__ import annotations

import re

import pytest
from rich.cells import cell_len

from grader.reports import terminal
from grader.result.model import Result

STYLES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_fits_the_width(results: dict[str, Result], result_name: str, width: int) -> None:
    lines = terminal.render(results[result_name], width=width).split("\n")
    assert max(map(cell_len, lines)) <= width


def test_has_no_escapes_unless_asked(results: dict[str, Result], result_name: str) -> None:
    assert "\x1b" not in terminal.render(results[result_name])


def test_colours_change_no_letter(results: dict[str, Result], result_name: str) -> None:
    coloured = STYLES.sub("", terminal.render(results[result_name], colour=True))
    assert [line.rstrip() for line in coloured.split("\n")] == terminal.render(results[result_name]).split("\n")


def test_an_item_that_is_not_written_takes_one_line(results: dict[str, Result]) -> None:
    report = terminal.render(results["stub"])
    assert report.count("not implemented yet") == 5 + 1
    assert "`chain_gradient`: not implemented yet (ex3.py, line 10)" in report
    assert "multiplies the derivatives" not in report


def test_a_broken_file_is_told_once(results: dict[str, Result]) -> None:
    report = terminal.render(results["broken_file"])
    assert report.count("'(' was never closed") == 1
    assert "ex3.py, line 7:  return (x + sublayer(x)" in report


def test_a_result_that_is_no_mark_shows_no_total(results: dict[str, Result]) -> None:
    report = terminal.render(results["exercise_fault"])
    assert "This is not a mark. The exercise has a fault; your file is not to blame." in report
    assert "9 of 11" not in report
    assert "not graded" in report


def test_output_is_bounded(results: dict[str, Result]) -> None:
    report = terminal.render(results["hostile"])
    assert re.search(r"… \d+ more lines", report)
    assert report.count("\n") < 120


def test_says_how_to_run_it_again(results: dict[str, Result]) -> None:
    assert "--seed 20261130 draws the same inputs · sealed · 2.9 s" in terminal.render(results["full_marks"])
