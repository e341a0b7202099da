"""Points: read, added and shown. The only place that adds them, and it adds exact fractions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from grader.result.verdict import Outcome

MAX_DENOMINATOR = 1000
"""Points have at most this denominator, so that the exact fraction can be had back from a JSON number."""


class Scored(Protocol):
    """Whatever has points and an outcome: a verdict of the engine's or a check of a stored result."""

    @property
    def outcome(self) -> Outcome: ...
    @property
    def score(self) -> Fraction: ...
    @property
    def max_score(self) -> Fraction: ...


@dataclass(frozen=True)
class Points:
    """What a group of checks adds up to. `max_score` leaves out what is `pending`, which waits for a person."""

    score: Fraction
    max_score: Fraction
    pending: Fraction


def total(checks: Iterable[Scored]) -> Points:
    """Add up the checks."""
    checks = list(checks)
    settled = [check for check in checks if check.outcome != "pending"]
    return Points(
        score=_sum([check.score for check in settled]),
        max_score=_sum([check.max_score for check in settled]),
        pending=_sum([check.max_score for check in checks if check.outcome == "pending"]),
    )


def _sum(points: Sequence[Fraction]) -> Fraction:
    """Add exactly; whole points, which most are, as the integers that they are."""
    if all(number.denominator == 1 for number in points):
        return Fraction(sum(number.numerator for number in points))
    return sum(points, Fraction(0))


def parse_points(value: object) -> Fraction:
    """Read points as an author writes them, 7 or "1/3"; ValueError says what is wrong."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError(f'points are a whole number or a fraction such as "1/3", not {value!r}')
    try:
        points = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'points are a whole number or a fraction such as "1/3", not {value!r}') from None
    if points < 0:
        raise ValueError(f"points are never negative, but these are {value}")
    if points.denominator > MAX_DENOMINATOR:
        raise ValueError(f"the denominator of points is at most {MAX_DENOMINATOR}, but these are {value}")
    return points


def as_number(points: Fraction) -> int | float:
    """Return the JSON number for points: an int when they are whole."""
    return points.numerator if points.denominator == 1 else float(points)


def from_number(number: float) -> Fraction:
    """Return the exact points that `as_number` wrote; ValueError for NaN, infinities and what no author can give."""
    if not math.isfinite(number):
        raise ValueError(f"points are finite, not {number}")
    if number == int(number):
        return Fraction(int(number))
    points = Fraction(number).limit_denominator(MAX_DENOMINATOR)
    if abs(points - Fraction(number)) > 1e-9:
        raise ValueError(f"no fraction with a denominator up to {MAX_DENOMINATOR} is {number}")
    return points


def decimal(points: Fraction, places: int = 2) -> str:
    """Return points as a decimal number, rounded exactly, halves up: "6.67"."""
    halves = 2 * points.denominator
    whole, rest = divmod((2 * points.numerator * 10**places + points.denominator) // halves, 10**places)
    return f"{whole}.{rest:0{places}d}" if places else str(whole)


def shown(points: Fraction) -> str:
    """Return points for people: 7, 6.5, 6.67."""
    return decimal(points).rstrip("0").rstrip(".")


def share(score: Fraction, maximum: Fraction) -> Fraction:
    """Return which part of the maximum was reached, from 0 to 1; 0 where nothing can be."""
    return score / maximum if maximum else Fraction(0)
