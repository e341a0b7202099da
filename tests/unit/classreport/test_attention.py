"""Whom to look at, with every reason."""

from __future__ import annotations

import dataclasses

from grader import wording
from grader.classreport import attention, statistics
from grader.late import Mark, marks
from grader.roll import Entry
from tests.unit.classreport.madeup import made_up
from tests.unit.conftest import broken_file, build, ended, instead, stub

CHECKS = [figures.name for figures in statistics.of_checks([build()])]
FAILING = [ended(name, message="Off.") for name in CHECKS[:7]]


def entry(student: str, *changed: object) -> Entry:
    return Entry(student, status="graded", result=build(instead(*changed)))  # type: ignore[arg-type]


def reasons(*entries: Entry, unclear: str = "") -> dict[str, tuple[str, ...]]:
    """The reasons by student, among ten who have everything right."""
    every = [*entries, *(entry(f"good{number}") for number in range(20))]
    given = marks(every, None)
    if unclear:
        given[unclear] = Mark(given[unclear].raw, reason="late by an unknown time", unclear=True)
    checks = statistics.of_checks([one.marked for one in every if one.marked])
    return {notice.entry.student: notice.reasons for notice in attention.notices(every, given, checks)}


def test_who_has_everything_right_is_not_looked_at() -> None:
    assert reasons() == {}


def test_each_reason() -> None:
    stopped = [ended(name, "timeout", message=wording.stopped(5)) for name in CHECKS[2:5]]
    found = reasons(
        Entry("refused", status="refused", reason="two solutions"),
        Entry("fault", status="not_graded", reason="the engine ended"),
        Entry("missing"),
        Entry("broken", status="graded", result=broken_file()),
        Entry("stub", status="graded", result=stub()),
        entry("nothing", *[ended(name, message="Off.") for name in CHECKS[:-1]], ended(CHECKS[-1], message="On.")),
        entry("low", *FAILING),
        entry("slow", *stopped),
        entry("late"),
        unclear="late",
    )
    broken = next(broken_file().checks).message
    assert found["refused"] == ("refused: two solutions",)
    assert found["fault"] == ("not graded: the engine ended",)
    assert "missing" not in found
    assert found["broken"] == (f"every check ended alike: {broken}",)
    assert found["nothing"] == ("no check passed: Off.",)
    assert found["low"] == ("less than half of the points",)
    assert found["slow"] == ("too slow in 3 checks",)
    assert found["late"] == ("late by an unknown time",)
    assert list(found)[:2] == ["fault", "refused"], "no mark comes first"


def test_they_come_in_the_order_of_the_points_that_are_shown() -> None:
    low = [entry(student, *FAILING) for student in ("ada", "bob")]
    given = marks(low, None)
    given["bob"] = Mark(given["bob"].raw, deduction=given["bob"].raw)
    assert [notice.entry.student for notice in attention.notices(low, given, [])] == ["bob", "ada"]


def test_an_unusual_gap_of_a_good_student() -> None:
    worse = [entry(f"worse{number}", *FAILING[2:]) for number in range(22)]
    found = reasons(entry("gap", ended("residual_add.value")), *worse)
    assert found["gap"] == ("in the upper half, but failed what nearly everybody passes: residual_add",)


def test_slowest_come_first_with_their_slowest_check() -> None:
    class_of_60 = made_up()
    slowest = attention.slowest(class_of_60)
    seconds = sorted((one.result.seconds for one in class_of_60 if one.result), reverse=True)
    assert [slow.seconds for slow in slowest] == seconds[:10]
    first = slowest[0].entry.result
    assert first is not None
    assert slowest[0].check_seconds == max(check.seconds for check in first.checks)


def test_a_result_without_a_mark_counts_among_the_slowest() -> None:
    fault = dataclasses.replace(entry("fault"), status="not_graded")
    assert [slow.entry.student for slow in attention.slowest([fault])] == ["fault"]
