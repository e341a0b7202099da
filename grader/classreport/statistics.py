"""The numbers of a class report: pure, from the roll and the marks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

import numpy as np

from grader.late import Mark
from grader.result.model import Check, Result, Statement
from grader.result.verdict import Outcome
from grader.roll import Entry

T = TypeVar("T")
FEW = 30
"""With fewer students, difficulty and discrimination are rough."""
_MOST_BINS = 20


@dataclass(frozen=True)
class Spread:
    """Where the points of a class lie. All are points; `deviation` is that of the sample."""

    count: int
    mean: float
    deviation: float
    lowest: float
    quarter: float
    median: float
    three_quarters: float
    highest: float


@dataclass(frozen=True)
class Bin:
    """How many students have at least `low` and less than `high` points; the last bin has its `high` too."""

    low: float
    high: float
    count: int


@dataclass(frozen=True)
class Figures:
    """How one check, or all checks of one item, worked for the class."""

    name: str
    title: str
    part: str
    statement: Statement | None
    points: Fraction
    count: int
    """Students with a result of it."""
    difficulty: float
    """The mean share of its points that was reached: 1 is easiest."""
    discrimination: float | None
    """Correlation of its points with the points of all the rest; None if either is the same for everybody."""
    outcomes: Mapping[Outcome, int]
    """How often each outcome was met, counted by checks."""

    @property
    def passed(self) -> float:
        """Share of outcomes that are passes."""
        return self.outcomes.get("passed", 0) / max(1, sum(self.outcomes.values()))


@dataclass(frozen=True)
class Belief:
    """A misconception, and who holds it."""

    name: str
    item: str
    statement: Statement | None
    words: str
    """What most of them were told."""
    students: tuple[str, ...]


def spread(points: Sequence[Fraction]) -> Spread | None:
    """Describe the points; None if there are none."""
    if not points:
        return None
    values = np.array([float(value) for value in points])
    lowest, quarter, median, three_quarters, highest = (float(q) for q in np.quantile(values, (0, 0.25, 0.5, 0.75, 1)))
    deviation = float(values.std(ddof=1)) if len(values) > 1 else 0.0
    mean = float(sum(points, Fraction(0)) / len(points))
    return Spread(len(points), mean, deviation, lowest, quarter, median, three_quarters, highest)


def histogram(points: Iterable[Fraction], maximum: Fraction) -> list[Bin]:
    """Count the points in at most 20 bins of a round width, from 0 to `maximum`."""
    width = _round_width(maximum)
    bins = max(1, math.ceil(maximum / width))
    counts = Counter(min(int(value / width), bins - 1) for value in points)
    return [Bin(float(k * width), float(min((k + 1) * width, maximum)), counts[k]) for k in range(bins)]


def of_checks(results: Sequence[Result]) -> list[Figures]:
    """Return the figures of every check that a machine graded, in the exercise's order."""
    return _figures(results, {check.id: [check.id] for result in results for check in _machine(result)})


def of_items(results: Sequence[Result]) -> list[Figures]:
    """Return the figures of every item, all its checks together, in the exercise's order."""
    groups: dict[str, list[str]] = {}
    for result in results:
        for check in _machine(result):
            group = groups.setdefault(check.item, [])
            group += [] if check.id in group else [check.id]
    return _figures(results, groups)


def beliefs(entries: Iterable[Entry]) -> list[Belief]:
    """Return the misconceptions that were recognised, the most common first."""
    held: dict[tuple[str, str], dict[str, Check]] = {}
    for entry in entries:
        for check in entry.marked.checks if entry.marked else ():
            if check.misconception:
                held.setdefault((check.misconception, check.item), {}).setdefault(entry.student, check)
    found = [
        Belief(
            name,
            item,
            _most_common(check.statement for check in by.values()),
            _most_common(check.message for check in by.values()),
            tuple(by),
        )
        for (name, item), by in held.items()
    ]
    return sorted(found, key=lambda belief: (-len(belief.students), belief.item, belief.name))


def points(entries: Iterable[Entry], marks: Mapping[str, Mark]) -> list[Fraction]:
    """Return the points that count, after deductions."""
    return [marks[entry.student].points for entry in entries if entry.marked]


def _figures(results: Sequence[Result], groups: Mapping[str, Sequence[str]]) -> list[Figures]:
    of_students = [({check.id: check for check in _machine(result)}, result.score) for result in results]
    parts = {check.id: part.id for result in results for part in result.parts for check in part.checks}
    found = []
    for name, ids in groups.items():
        having = [
            ([checks[id_] for id_ in ids], total) for checks, total in of_students if all(id_ in checks for id_ in ids)
        ]
        if not having:  # an item whose checks are of several versions of the exercise
            continue
        reached = [sum((check.score for check in mine), Fraction(0)) for mine, _ in having]
        rest = [total - score for score, (_, total) in zip(reached, having, strict=True)]
        first = having[0][0]
        worth = sum((check.max_score for check in first), Fraction(0))
        found.append(
            Figures(
                name=name,
                title=first[0].title if len(ids) == 1 else "",
                part=parts[ids[0]],
                statement=first[0].statement if len(ids) == 1 else None,
                points=worth,
                count=len(having),
                difficulty=float(sum(reached, Fraction(0)) / (worth * len(having))) if worth else 1.0,
                discrimination=correlation(reached, rest),
                outcomes=Counter(check.outcome for mine, _ in having for check in mine),
            )
        )
    return found


def correlation(one: Sequence[Fraction], other: Sequence[Fraction]) -> float | None:
    """Return Pearson's correlation; None where either does not vary, since it is undefined there."""
    if len(set(one)) < 2 or len(set(other)) < 2:
        return None
    return float(np.corrcoef([float(value) for value in one], [float(value) for value in other])[0, 1])


def _machine(result: Result) -> list[Check]:
    return [check for check in result.checks if check.outcome not in ("pending", "not_graded")]


def _most_common(values: Iterable[T]) -> T:
    return Counter(values).most_common(1)[0][0]


def _round_width(maximum: Fraction) -> Fraction:
    """The smallest of 1, 2, 5, 10, 20, ... (or 1/10, 1/5, ...) that makes few enough bins."""
    for exponent in range(-3, 12):
        for digit in (1, 2, 5):
            width = digit * Fraction(10) ** exponent
            if maximum <= width * _MOST_BINS:
                return width
    raise ValueError(f"no course has {maximum} points")
