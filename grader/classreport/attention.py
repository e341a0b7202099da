"""Whom a teacher may want to look at, and why; and what took long."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median

from grader.classreport.statistics import Figures
from grader.late import Mark
from grader.reports.outline import not_written, whole_file
from grader.result.model import Result
from grader.roll import Entry

_LOW = Fraction(1, 2)
_EASY = 0.9
_SLOWEST = 10
_OFTEN = 3
_STOPPED = {"timeout": "too slow", "memory": "too much memory", "crashed": "ended the process"}


@dataclass(frozen=True)
class Notice:
    """A student to look at, and all the reasons."""

    entry: Entry
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Slow:
    """A submission that took long, and its slowest check."""

    entry: Entry
    seconds: float
    check: str
    check_seconds: float
    stopped: int
    """How many of its checks were stopped at a limit."""


def notices(entries: Sequence[Entry], marks: Mapping[str, Mark], checks: Sequence[Figures]) -> list[Notice]:
    """Return the students to look at, those without a mark first, then by points."""
    easy = {figures.name for figures in checks if figures.difficulty >= _EASY}
    shares = [_share(entry.marked) for entry in entries if entry.marked]
    middle = median(shares) if shares else Fraction(0)
    found = [Notice(entry, reasons) for entry in entries if (reasons := tuple(_reasons(entry, marks, easy, middle)))]
    points = {student: mark.points for student, mark in marks.items()}
    return sorted(found, key=lambda notice: (points.get(notice.entry.student, -1), notice.entry.student))


def slowest(entries: Sequence[Entry]) -> list[Slow]:
    """Return the submissions that took longest."""
    graded = sorted((entry for entry in entries if entry.result), key=lambda entry: -_seconds(entry))
    return [_slow(entry) for entry in graded[:_SLOWEST]]


def _reasons(entry: Entry, marks: Mapping[str, Mark], easy: set[str], middle: Fraction) -> Iterator[str]:
    result = entry.marked
    if result is None:
        if entry.status != "missing":
            yield f"{entry.status.replace('_', ' ')}: {entry.reason}"
        return
    broken = whole_file(result)
    if broken:
        yield "nothing written yet" if not_written(broken) else f"every check ended alike: {broken.message}"
        return
    if marks[entry.student].unclear:
        yield marks[entry.student].reason
    if not any(check.outcome == "passed" for check in result.checks):
        yield f"no check passed: {next((check.message for check in result.checks if check.message), '')}"
    elif _share(result) < _LOW:
        yield "less than half of the points"
    stopped = Counter(_STOPPED[check.outcome] for check in result.checks if check.outcome in _STOPPED)
    yield from (f"{words} in {number} checks" for words, number in stopped.items() if number >= _OFTEN)
    missed = list(
        dict.fromkeys(check.item for check in result.checks if check.id in easy and check.outcome != "passed")
    )
    if missed and _share(result) >= middle:
        yield f"in the upper half, but failed what nearly everybody passes: {', '.join(missed)}"


def _share(result: Result) -> Fraction:
    return result.score / result.max_score if result.max_score else Fraction(1)


def _seconds(entry: Entry) -> float:
    return entry.result.seconds if entry.result else 0.0


def _slow(entry: Entry) -> Slow:
    checks = sorted(entry.result.checks if entry.result else (), key=lambda check: -check.seconds)
    first = checks[0] if checks else None
    stopped = sum(check.outcome in _STOPPED for check in checks)
    return Slow(entry, _seconds(entry), first.id if first else "", first.seconds if first else 0.0, stopped)
