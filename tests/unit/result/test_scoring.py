"""Points are exact, whatever is done with them."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.result.scoring import Points, as_number, from_number, parse_points, shown, total
from grader.result.verdict import Outcome, Verdict

POINTS = st.fractions(min_value=0, max_value=1000, max_denominator=1000)


def check(outcome: Outcome, score: Fraction, maximum: Fraction) -> Verdict:
    return Verdict("f.value", "title", outcome, score, maximum)


def test_three_thirds_are_one() -> None:
    third = Fraction(1, 3)
    assert total([check("passed", third, third)] * 3) == Points(Fraction(1), Fraction(1), Fraction(0))


def test_pending_points_are_not_part_of_the_maximum() -> None:
    checks = [check("failed", Fraction(1), Fraction(2)), check("pending", Fraction(0), Fraction(14))]
    assert total(checks) == Points(Fraction(1), Fraction(2), Fraction(14))


@given(POINTS)
def test_a_json_number_gives_the_exact_points_back(points: Fraction) -> None:
    assert from_number(json.loads(json.dumps(as_number(points)))) == points


def test_whole_points_are_json_integers() -> None:
    assert json.dumps([as_number(Fraction(7)), as_number(Fraction(13, 2))]) == "[7, 6.5]"


@pytest.mark.parametrize(("written", "meant"), [(7, Fraction(7)), ("1/3", Fraction(1, 3)), ("0.5", Fraction(1, 2))])
def test_reads_what_authors_write(written: object, meant: Fraction) -> None:
    assert parse_points(written) == meant


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        (0.5, 'points are a whole number or a fraction such as "1/3", not 0.5'),
        (True, 'points are a whole number or a fraction such as "1/3", not True'),
        ("a third", "points are a whole number or a fraction such as \"1/3\", not 'a third'"),
        ("1/0", "points are a whole number or a fraction such as \"1/3\", not '1/0'"),
        (-1, "points are never negative, but these are -1"),
        ("1/1001", "the denominator of points is at most 1000, but these are 1/1001"),
    ],
)
def test_says_what_is_wrong_with_points(written: object, complaint: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        parse_points(written)
    assert str(caught.value) == complaint


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 0.12345678901])
def test_no_other_number_is_points(number: float) -> None:
    with pytest.raises(ValueError, match=r"points|fraction"):
        from_number(number)


@pytest.mark.parametrize(
    ("points", "text"), [(Fraction(7), "7"), (Fraction(13, 2), "6.5"), (Fraction(20, 3), "6.67"), (Fraction(0), "0")]
)
def test_shows_two_digits_at_most(points: Fraction, text: str) -> None:
    assert shown(points) == text
