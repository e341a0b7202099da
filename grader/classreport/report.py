"""A class at a glance: everything that the page shows, worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.classreport import attention, similarity, statistics
from grader.late import Mark
from grader.result.model import Result
from grader.roll import Entry


@dataclass(frozen=True)
class ClassReport:
    """What there is to know of a class in one exercise."""

    exercise: str
    title: str
    entries: tuple[Entry, ...]
    marks: Mapping[str, Mark]
    maximum: Fraction
    """The points that a machine gives in this exercise."""
    pending: Fraction
    """More points that wait for a person, of each student."""
    raw: statistics.Spread | None
    spread: statistics.Spread | None
    """Of the points after deductions."""
    bins: tuple[statistics.Bin, ...]
    items: tuple[statistics.Figures, ...]
    checks: tuple[statistics.Figures, ...]
    beliefs: tuple[statistics.Belief, ...]
    notices: tuple[attention.Notice, ...]
    slowest: tuple[attention.Slow, ...]
    pairs: tuple[similarity.Pair, ...]
    notes: tuple[str, ...]
    """What makes results hard to compare."""

    @property
    def counts(self) -> Counter[str]:
        """How many students stand where, by status."""
        return Counter(entry.status for entry in self.entries)

    @property
    def deducted(self) -> bool:
        """Whether lateness cost anybody points."""
        return any(mark.deduction or mark.unclear for mark in self.marks.values())

    @property
    def without(self) -> list[Entry]:
        """Those who handed something in and have no mark."""
        return [entry for entry in self.entries if entry.status in ("refused", "not_graded")]


def build(
    exercise: str, title: str, entries: Sequence[Entry], marks: Mapping[str, Mark], handed_out: str = ""
) -> ClassReport:
    """Work out the report.

    handed_out  the stub's source, which does not count when submissions are compared
    """
    results = [entry.marked for entry in entries if entry.marked]
    maximum = max((result.max_score for result in results), default=Fraction(0))
    points = statistics.points(entries, marks)
    of_most = _of_most(results)
    checks = statistics.of_checks(of_most)
    codes = {entry.student: entry.code for entry in entries if entry.code}
    groups = {entry.group for entry in entries if len(entry.group) > 1}
    return ClassReport(
        exercise=exercise,
        title=title,
        entries=tuple(entries),
        marks=marks,
        maximum=maximum,
        pending=max((result.pending for result in results), default=Fraction(0)),
        raw=statistics.spread([result.score for result in results]),
        spread=statistics.spread(points),
        bins=tuple(statistics.histogram(points, maximum)) if points else (),
        items=tuple(statistics.of_items(of_most)),
        checks=tuple(checks),
        beliefs=tuple(statistics.beliefs(entries)),
        notices=tuple(attention.notices(entries, marks, checks)),
        slowest=tuple(attention.slowest(entries)),
        pairs=tuple(similarity.pairs(codes, handed_out, sorted(groups))),
        notes=tuple(_notes(entries, len(codes))),
    )


def _of_most(results: Sequence[Result]) -> list[Result]:
    """The results from the version of the exercise that most have: others may have other checks."""
    versions = Counter(result.exercise.version for result in results)
    return [result for result in results if result.exercise.version == versions.most_common(1)[0][0]]


def _notes(entries: Sequence[Entry], compared: int) -> list[str]:
    results = [entry.result for entry in entries if entry.result]
    notes = []
    if other := len(results) - len(_of_most(results)):
        come, are = ("1 result comes", "It is") if other == 1 else (f"{other} results come", "They are")
        notes.append(
            f"{come} from another version of the exercise than most. {are} not in the figures on items and checks; "
            "grade the class again."
        )
    levels = Counter(result.isolation for result in results)
    if len(levels) > 1:
        counted = ", ".join(f"{number} {level}" for level, number in sorted(levels.items()))
        notes.append(f"Not all were graded at one level: {counted}.")
    if compared > similarity.LARGEST:
        notes.append(f"Only the first {similarity.LARGEST} submissions were compared with each other.")
    return notes
