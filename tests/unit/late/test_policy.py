"""What lateness costs is exact, visible, and never touches the result."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.late import LatePolicy, Mark, marks
from grader.result.model import Result
from grader.roll import Entry
from tests.unit.conftest import build, ended, instead

DUE = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
TENTH = LatePolicy(DUE, per_day=Fraction(1, 10))
TEN = ("residual_add.value", "chain_gradient", "count_paths", "zero_case_output", "q1")
"""Checks that are worth 10 points."""
FULL = build([verdict for verdict in instead() if verdict.id.startswith(TEN)])
FIVE = instead(ended("residual_add.value"), ended("zero_case_output.none"), ended("q1.answer"))
HALF = build([verdict for verdict in FIVE if verdict.id.startswith(TEN)])


def handed_in(late: timedelta | None, result: Result = FULL) -> Entry:
    """Ada's entry, handed in so much after the deadline."""
    submitted = None if late is None else DUE + late
    return Entry("ada", status="graded", result=result, submitted=submitted)


@pytest.mark.parametrize(
    ("late", "deduction"),
    [
        (timedelta(days=-3), Fraction(0)),
        (timedelta(0), Fraction(0)),
        (timedelta(microseconds=1), Fraction(1)),
        (timedelta(days=1), Fraction(1)),
        (timedelta(days=1, microseconds=1), Fraction(2)),
        (timedelta(days=30), Fraction(10)),
    ],
)
def test_each_day_that_has_begun_costs(late: timedelta, deduction: Fraction) -> None:
    assert FULL.max_score == 10
    assert TENTH.mark(handed_in(late)).deduction == deduction


def test_within_the_grace_nothing_is_deducted_and_beyond_it_days_count_from_the_deadline() -> None:
    policy = dataclasses.replace(TENTH, grace=timedelta(hours=30))
    assert policy.mark(handed_in(timedelta(hours=30))).deduction == 0
    assert policy.mark(handed_in(timedelta(hours=30, seconds=1))).deduction == 2


def test_the_cap_is_the_most_that_is_deducted() -> None:
    policy = dataclasses.replace(TENTH, cap=Fraction(1, 4))
    assert policy.mark(handed_in(timedelta(days=9))).deduction == Fraction(10, 4)


def test_after_the_cutoff_no_point_is_left_whatever_the_cap() -> None:
    policy = dataclasses.replace(TENTH, cap=Fraction(1, 4), cutoff=timedelta(days=7))
    assert policy.mark(handed_in(timedelta(days=7))).points == Fraction(75, 10)
    after = policy.mark(handed_in(timedelta(days=7, seconds=1)))
    assert after.points == 0
    assert after.reason.endswith("no points after 7 days")


def test_shares_are_of_the_maximum_or_of_what_was_reached() -> None:
    assert HALF.score == 5
    assert TENTH.mark(handed_in(timedelta(days=2), HALF)).points == 3
    assert dataclasses.replace(TENTH, of="score").mark(handed_in(timedelta(days=2), HALF)).points == 4


def test_thirds_stay_thirds() -> None:
    policy = dataclasses.replace(TENTH, per_day=Fraction(1, 3))
    assert policy.mark(handed_in(timedelta(days=1))).points == Fraction(20, 3)


def test_the_reason_says_how_late_and_what_was_deducted_of_what() -> None:
    assert TENTH.mark(handed_in(timedelta(hours=26))) == Mark(
        raw=Fraction(10),
        deduction=Fraction(2),
        reason="2 days late (due 2026-11-30 23:59, handed in 2026-12-02 01:59): 20 % of 10 points",
    )


def test_an_extension_is_a_deadline_of_ones_own() -> None:
    policy = dataclasses.replace(TENTH, extensions={"ada": DUE + timedelta(days=3)})
    assert policy.mark(handed_in(timedelta(days=3))).deduction == 0
    assert policy.mark(dataclasses.replace(handed_in(timedelta(days=3)), student="bob")).deduction == 3


def test_what_a_person_says_about_the_time_counts_more_than_the_download() -> None:
    policy = dataclasses.replace(TENTH, handed_in={"ada": DUE})
    assert policy.mark(handed_in(timedelta(days=5))).deduction == 0


def test_late_by_an_unknown_time_is_no_mark_to_pass_on() -> None:
    mark = TENTH.mark(dataclasses.replace(handed_in(None), late=True))
    assert mark.unclear
    assert mark.points == mark.raw
    assert not TENTH.mark(handed_in(None)).unclear


def test_a_time_without_a_zone_is_unclear_unless_the_policy_knows_the_zone() -> None:
    entry = dataclasses.replace(handed_in(None), submitted=datetime(2026, 12, 1, 0, 30))
    assert TENTH.mark(entry).unclear
    berlin = dataclasses.replace(TENTH, zone=ZoneInfo("Europe/Berlin"))
    assert berlin.mark(entry) == Mark(Fraction(10))


def test_days_are_24_hours_of_passing_time_even_where_summer_ends() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    policy = LatePolicy(datetime(2026, 10, 24, 12, tzinfo=berlin), Fraction(1, 10))
    entry = dataclasses.replace(handed_in(None), submitted=datetime(2026, 10, 25, 11, 30, tzinfo=berlin))
    assert policy.mark(entry).deduction == 2, "the clock shows 23.5 hours, but 24.5 have passed"


def test_without_a_policy_marks_are_as_graded_and_only_marks_count() -> None:
    entries = [handed_in(timedelta(days=9)), Entry("bob", status="refused", reason="no file"), Entry("cem")]
    assert marks(entries, None) == {"ada": Mark(Fraction(10))}


@given(
    late=st.timedeltas(min_value=timedelta(days=-20), max_value=timedelta(days=40)),
    per_day=st.fractions(0, 1, max_denominator=100),
    cap=st.fractions(0, 1, max_denominator=100),
    grace=st.timedeltas(timedelta(0), timedelta(days=2)),
    cutoff=st.none() | st.timedeltas(timedelta(days=3), timedelta(days=20)),
    offset=st.integers(-12, 12),
)
def test_later_is_never_better_and_points_stay_between_zero_and_the_raw_mark(
    late: timedelta, per_day: Fraction, cap: Fraction, grace: timedelta, cutoff: timedelta | None, offset: int
) -> None:
    policy = LatePolicy(DUE, per_day, cap, "maximum", grace, cutoff)
    entry = handed_in(late)
    mark, later = policy.mark(entry), policy.mark(handed_in(late + timedelta(hours=7)))
    assert 0 <= later.points <= mark.points <= mark.raw == FULL.score
    assert bool(mark.reason) >= bool(mark.deduction)
    assert entry.submitted is not None
    elsewhere = entry.submitted.astimezone(timezone(timedelta(hours=offset)))
    assert policy.mark(dataclasses.replace(entry, submitted=elsewhere)).points == mark.points
