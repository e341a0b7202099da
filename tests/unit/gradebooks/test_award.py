"""What is no mark is never written, and never a zero."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from grader.errors import UsageError
from grader.gradebooks.award import gather
from grader.late import Mark
from grader.roll import Entry
from tests.unit.gradebooks.students import awards, graded


def test_students_without_a_mark_are_noted_with_their_reasons() -> None:
    entries = [
        graded("ada", 10),
        Entry("bob", "Bob B.", status="refused", reason="zip holds two solutions\nKeep one."),
        dataclasses.replace(graded("cem", 20), status="not_graded", reason="the engine ended"),
        Entry("dee"),
    ]
    gathered = awards(*entries)
    assert [award.entry.student for award in gathered.all] == ["ada"]
    assert gathered.notes == (
        "No mark, so none is written:\n"
        "  Bob B. (bob): refused: zip holds two solutions\n"
        "  cem: not graded: the engine ended\n"
        "  dee: handed nothing in",
    )


def test_points_that_wait_and_deductions_are_noted() -> None:
    gathered = awards(graded("ada", 10, pending=3), graded("bob", 10, pending=3), deductions={"ada": Fraction(1)})
    assert gathered.total == 23
    assert gathered.notes == (
        "Points that still wait for a person: 2 students.",
        "Points deducted for lateness: 1 student.",
    )


def test_a_mark_out_of_another_total_is_refused() -> None:
    entries = (graded("ada", 10), graded("bob", 10), graded("cem", 10, maximum=12))
    with pytest.raises(UsageError, match="cem: graded out of 12 points, unlike most"):
        awards(*entries)
    assert [award.entry.student for award in awards(*entries, partial=True).all] == ["ada", "bob"]


def test_lateness_that_nobody_knows_is_refused() -> None:
    entry = graded("ada", 10)
    unclear = {"ada": Mark(Fraction(10), reason="late by an unknown time", unclear=True)}
    with pytest.raises(UsageError, match="ada: late by an unknown time; say when under `handed_in`"):
        gather([entry], unclear)


def test_a_class_without_marks_has_no_gradebook() -> None:
    with pytest.raises(UsageError, match="No student of this class has a mark"):
        awards(Entry("ada"))


def test_long_lists_are_cut_so_that_the_advice_stays_in_sight() -> None:
    entries = [graded(f"s{number}", 1, maximum=12) for number in range(50)] + [graded(f"t{n}", 1) for n in range(51)]
    with pytest.raises(UsageError) as caught:
        awards(*entries)
    assert len(caught.value.message.splitlines()) == 22
    assert caught.value.message.endswith("\n  and 30 more")
