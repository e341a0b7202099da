"""What a gradebook is to receive: the marks of a class, and whom it must not be told anything about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grader.errors import UsageError
from grader.late import Mark
from grader.result.model import Result
from grader.result.scoring import decimal, shown
from grader.roll import Entry

_LISTED = 20


@dataclass(frozen=True)
class Award:
    """A mark, and whose it is."""

    entry: Entry
    result: Result
    mark: Mark


@dataclass(frozen=True)
class Awards:
    """The marks of a class in one exercise."""

    all: tuple[Award, ...]
    total: Fraction
    """All points of the exercise, those included that wait for a person."""
    notes: tuple[str, ...] = ()
    """What the instructor should know of students without a mark and of points that wait."""
    partial: bool = False
    """Leave out what a platform would not take, instead of writing nothing."""

    @property
    def entries(self) -> list[Entry]:
        """Whose they are."""
        return [award.entry for award in self.all]

    def settle(self, problems: Mapping[str, str], what: str) -> tuple[list[Award], list[str]]:
        """Return the marks without `problems`, and notes; UsageError that names these students, unless partial.

        what  would happen to their marks, such as "Moodle would silently skip these marks"
        """
        named = [award.entry for award in self.all if award.entry.student in problems]
        lines = _list(f"{_whom(entry)}: {problems[entry.student]}" for entry in named)
        if lines and not self.partial:
            raise UsageError(
                f"{what}, so nothing was written:\n{lines}", "Mend them, or leave these students out with --partial."
            )
        kept = [award for award in self.all if award.entry.student not in problems]
        return kept, [*self.notes, *([f"Left out:\n{lines}"] if lines else [])]


def gather(entries: Sequence[Entry], marks: Mapping[str, Mark], *, partial: bool = False) -> Awards:
    """Return the marks of a class; UsageError, unless `partial`, for those that are not to be passed on.

    Students whose work was refused or not graded have no mark, which is never a zero: they are noted.
    """
    awards = [Award(entry, entry.marked, marks[entry.student]) for entry in entries if entry.marked]
    if not awards:
        raise UsageError("No student of this class has a mark.")
    totals = [award.result.max_score + award.result.pending for award in awards]
    total = max(set(totals), key=lambda points: (totals.count(points), points))
    problems = {
        award.entry.student: f"graded out of {shown(its)} points, unlike most ({shown(total)}); grade it again"
        for award, its in zip(awards, totals, strict=True)
        if its != total
    }
    problems |= {
        award.entry.student: f"{award.mark.reason}; say when under `handed_in` in late.toml"
        for award in awards
        if award.mark.unclear
    }
    kept, notes = Awards(tuple(awards), total, _notes(entries, awards), partial).settle(
        problems, "These are no marks to pass on"
    )
    return Awards(tuple(kept), total, tuple(notes), partial)


def in_points(award: Award, factor: Fraction = Fraction(1)) -> str:
    """Return the mark as a gradebook carries it: two decimals."""
    return decimal(award.mark.points * factor)


def factor(awards: Awards, maximum: Fraction | None, scale: bool) -> Fraction:
    """Return what to multiply marks with, so that they fit a column whose maximum is this.

    UsageError if the maximum is not the exercise's, and nobody asked to scale.
    """
    if maximum is None:
        return Fraction(1)
    own = (awards.total, awards.all[0].result.max_score)
    if not scale and decimal(maximum) in map(decimal, own):
        return Fraction(1)
    if not scale:
        raise UsageError(
            f"The column is out of {shown(maximum)} points, but the exercise has {shown(awards.total)}.",
            "Change the maximum in the platform, or convert the marks with --scale.",
        )
    return maximum / awards.total


def _notes(entries: Iterable[Entry], awards: Sequence[Award]) -> tuple[str, ...]:
    without = _list(f"{_whom(entry)}: {_why(entry)}" for entry in entries if not entry.marked)
    waiting = sum(1 for award in awards if award.result.pending)
    deducted = sum(1 for award in awards if award.mark.deduction)
    notes = [f"No mark, so none is written:\n{without}"] if without else []
    notes += [f"Points that still wait for a person: {_students(waiting)}."] if waiting else []
    notes += [f"Points deducted for lateness: {_students(deducted)}."] if deducted else []
    return tuple(notes)


def _list(lines: Iterable[str]) -> str:
    every = [f"  {line}" for line in lines]
    more = [f"  and {len(every) - _LISTED} more"] if len(every) > _LISTED else []
    return "\n".join([*every[:_LISTED], *more])


def _students(number: int) -> str:
    return f"{number} {'student' if number == 1 else 'students'}"


def _why(entry: Entry) -> str:
    if entry.status == "missing":
        return "handed nothing in"
    reason = entry.reason.partition("\n")[0]
    return entry.status.replace("_", " ") + (f": {reason}" if reason else "")


def _whom(entry: Entry) -> str:
    return entry.student if entry.shown_name == entry.student else f"{entry.name} ({entry.student})"
