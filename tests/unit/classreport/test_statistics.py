"""The numbers of a class report, against the standard library and by hand."""

from __future__ import annotations

import statistics as stdlib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classreport import statistics
from grader.classreport.statistics import Bin
from grader.result.model import Check, Part, Result
from grader.roll import Entry
from tests.unit.classreport.madeup import made_up
from tests.unit.conftest import build, ended, instead

POINTS = st.lists(st.fractions(0, 50, max_denominator=60), min_size=2, max_size=40)
RESULTS = [entry.marked for entry in made_up() if entry.marked]


@given(POINTS)
def test_spread(points: list[Fraction]) -> None:
    spread = statistics.spread(points)
    assert spread is not None
    assert spread.count == len(points)
    assert (spread.lowest, spread.highest) == (float(min(points)), float(max(points)))
    assert spread.mean == pytest.approx(float(stdlib.fmean(points)))
    assert spread.deviation == pytest.approx(float(stdlib.stdev(map(float, points))), abs=1e-9)
    quarters = stdlib.quantiles(map(float, points), n=4, method="inclusive")
    assert [spread.quarter, spread.median, spread.three_quarters] == pytest.approx(quarters)


def test_nobody_has_no_spread_and_one_student_no_deviation() -> None:
    assert statistics.spread([]) is None
    alone = statistics.spread([Fraction(3)])
    assert alone is not None
    assert (alone.mean, alone.deviation, alone.median) == (3, 0, 3)


def test_bins_are_round_and_the_maximum_is_in_the_last() -> None:
    bins = statistics.histogram([Fraction(0), Fraction(49, 10), Fraction(5), Fraction(72), Fraction(72)], Fraction(72))
    assert bins[:2] == [Bin(0, 5, 2), Bin(5, 10, 1)]
    assert bins[-1] == Bin(70, 72, 2)


@given(st.fractions(Fraction(1, 3), 2000), st.lists(st.fractions(0, 1), max_size=50))
def test_every_student_is_in_one_bin(maximum: Fraction, shares: list[Fraction]) -> None:
    bins = statistics.histogram([share * maximum for share in shares], maximum)
    assert sum(one.count for one in bins) == len(shares)
    assert len(bins) <= 20
    assert (bins[0].low, bins[-1].high) == (0, float(maximum))


def test_difficulty_is_the_mean_share_of_the_points() -> None:
    results = [build(), build(instead(ended("residual_add.value")))]
    checks = {figures.name: figures for figures in statistics.of_checks(results)}
    assert (checks["residual_add.value"].difficulty, checks["residual_add.once"].difficulty) == (0.5, 1.0)
    assert checks["residual_add.value"].outcomes == {"passed": 1, "failed": 1}
    items = {figures.name: figures for figures in statistics.of_items(results)}
    assert items["residual_add"].points == 3
    assert items["residual_add"].difficulty == pytest.approx(4 / 6)
    assert items["residual_add"].passed == 3 / 4


def test_what_a_person_grades_has_no_figures() -> None:
    assert "explanation" not in {figures.name for figures in statistics.of_items([build()])}


@pytest.mark.parametrize("figures", statistics.of_items(RESULTS), ids=lambda figures: figures.name)
def test_discrimination_is_the_correlation_with_the_rest(figures: statistics.Figures) -> None:
    own = [sum(check.score for check in result.checks if check.item == figures.name) for result in RESULTS]
    rest = [result.score - score for result, score in zip(RESULTS, own, strict=True)]
    assert figures.discrimination == pytest.approx(stdlib.correlation(list(map(float, own)), list(map(float, rest))))


def test_discrimination_of_what_everybody_has_is_undefined() -> None:
    results = [build(), build(instead(ended("residual_add.value")))]
    checks = {figures.name: figures.discrimination for figures in statistics.of_checks(results)}
    assert checks["q1.answer"] is None, "all have it"
    assert checks["residual_add.value"] is None, "nothing else varies"


def test_a_check_that_only_some_results_have_is_counted_among_those() -> None:
    whole = build()
    older = whole.model_copy(update={"parts": whole.parts[:1]})
    counts = {figures.name: figures.count for figures in statistics.of_checks([whole, older])}
    assert (counts["residual_add.value"], counts["q1.answer"]) == (2, 1)


def test_misconceptions_are_counted_by_students_and_the_most_common_comes_first() -> None:
    believes = ended("count_paths.all", misconception="paths_linear", message="Each layer doubles them.")
    other = ended("q1.answer", misconception="counted_twice", message="Once.")
    entries = [
        Entry("ada", status="graded", result=build(instead(believes))),
        Entry("bob", status="graded", result=build(instead(believes, other))),
        Entry("cem", status="not_graded", result=build(instead(believes))),
    ]
    first, second = statistics.beliefs(entries)
    assert (first.name, first.item, first.students) == ("paths_linear", "count_paths", ("ada", "bob"))
    assert first.statement is not None
    assert (first.statement.id, first.words) == ("T13", "Each layer doubles them.")
    assert second.students == ("bob",)


def test_one_student_with_a_misconception_in_two_checks_counts_once() -> None:
    both = [ended(f"zero_case_output.{aspect}", misconception="zero_output") for aspect in ("none", "post")]
    entries = [Entry("ada", status="graded", result=build(instead(*both)))]
    assert [belief.students for belief in statistics.beliefs(entries)] == [("ada",)]


def _without_checks(result: Result) -> Result:
    return result.model_copy(update={"parts": (Part(id="A", title="", checks=tuple[Check, ...]()),)})


def test_a_result_without_checks_does_no_harm() -> None:
    assert statistics.of_checks([_without_checks(build())]) == []
