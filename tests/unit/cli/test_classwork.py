"""What an instructor reads of a batch."""

from __future__ import annotations

import io
from dataclasses import replace
from fractions import Fraction

from rich.console import Console

from grader.cli.classwork import SHOWN_CHANGES, Bar, changes, closing
from grader.records.rows import Row

GRADED = Row("ada", "ada", "", "ada", "graded", "", Fraction(20, 3), Fraction(10), Fraction(0))
WAITING = replace(GRADED, student="eve", name="Eve", score=Fraction(1), pending=Fraction(14))
REFUSED = Row("bob", "Bob", "", "bob", "refused", "No file.\nHand in one.")
CLASS = {"ada", "eve", "bob", "mal", "zoe"}
FAILED = Row("mal", "", "", "mal", "not_graded", "The grader failed.\nTraceback:\n  secret line\nKeyError: 'x'")


def test_only_marks_that_differ_are_named() -> None:
    better = replace(GRADED, score=Fraction(7))
    pairs = [(GRADED, better), (GRADED, GRADED), (REFUSED, WAITING), (WAITING, FAILED)]
    assert list(changes(iter(pairs))) == [
        "Marks that change:",
        "  ada: 6.67 of 10 → 7 of 10",
        "  Eve (eve): refused → 1 of 10, 14 pending",
        "  mal: 1 of 10, 14 pending → not graded",
        "Graded again, with the same outcome: 1.",
    ]
    assert list(changes(iter([]))) == []


def test_a_long_list_of_changes_is_cut() -> None:
    lines = list(changes((REFUSED, replace(GRADED, student=str(n), name="")) for n in range(SHOWN_CHANGES + 3)))
    assert len(lines) == 1 + SHOWN_CHANGES + 1
    assert lines[-1] == "  … and 3 more"


def test_the_end_names_who_has_no_mark_and_why() -> None:
    lines, all_graded = closing([GRADED, REFUSED, FAILED], "Results: out", CLASS)
    assert lines == [
        "Not graded or refused:",
        "  Bob (bob): refused. No file. Hand in one.",
        "  mal: not graded. The grader failed. KeyError: 'x'",
        "3 students: 1 graded, 1 not graded, 1 refused. Results: out",
    ]
    assert not all_graded
    assert closing([GRADED], "x", CLASS) == (["1 student: 1 graded. x"], True)
    assert closing([GRADED, Row("zoe", "", "", "zoe")], "x", CLASS) == (["2 students: 1 graded, 1 missing. x"], True)


def test_the_end_names_who_is_in_the_store_alone() -> None:
    lines, all_graded = closing([GRADED, WAITING], "x", {"ada"})
    assert lines == ['Not in this download, and kept from earlier runs: "Eve (eve)".', "2 students: 2 graded. x"]
    assert all_graded


def test_the_bar_shows_rate_and_time_left_on_a_terminal_only() -> None:
    shown, silent = io.StringIO(), io.StringIO()
    for file, terminal in ((shown, True), (silent, False)):
        console = Console(file=file, force_terminal=terminal, width=100)
        with Bar(console) as bar:
            bar.read(1, 4)
            bar.due(4)
            for _ in range(3):
                bar.graded()
    assert "Grading" in shown.getvalue()
    assert "3/4" in shown.getvalue()
    assert "/s" in shown.getvalue()
    assert silent.getvalue() == "4 to grade.\n"
