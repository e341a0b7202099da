"""What handing in late costs: exact, worked out anew whenever marks are shown, so that stored marks never change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction
from typing import Literal

from grader.result.scoring import shown
from grader.roll import Entry

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Mark:
    """The points of a student before and after what was deducted."""

    raw: Fraction
    deduction: Fraction = Fraction(0)
    reason: str = ""
    """Why points were deducted, or what the deduction could not take into account."""
    unclear: bool = False
    """It was late, and nobody knows by how much: not a mark to pass on before someone has said."""

    @property
    def points(self) -> Fraction:
        """What is left."""
        return self.raw - self.deduction


@dataclass(frozen=True)
class LatePolicy:
    """What a course deducts for one exercise. Shares are fractions: 1/10 is 10 %."""

    due: datetime
    per_day: Fraction
    """For each day that has begun since the deadline."""
    cap: Fraction = Fraction(1)
    """The most that is deducted before the cut-off."""
    of: Literal["maximum", "score"] = "maximum"
    """What shares are taken of: the exercise's points, or those the student reached."""
    grace: timedelta = timedelta(0)
    """Up to so much later nothing is deducted; beyond it, days count from the deadline."""
    cutoff: timedelta | None = None
    """Later than this, no point is left."""
    zone: tzinfo | None = None
    """Where clocks are read that name no zone."""
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    """Deadlines of single students."""
    handed_in: Mapping[str, datetime] = field(default_factory=dict)
    """When single students handed in, where a person knows better than the download."""

    def mark(self, entry: Entry) -> Mark:
        """Return the mark of an entry that has one."""
        assert entry.marked is not None
        raw, maximum = entry.marked.score, entry.marked.max_score
        submitted = self.handed_in.get(entry.student, entry.submitted)
        if submitted is None:
            return Mark(raw, reason="late by an unknown time" if entry.late else "", unclear=entry.late)
        if submitted.tzinfo is None and self.zone is None:
            return Mark(raw, reason=f"handed in {_clock(submitted)} in an unknown time zone", unclear=True)
        due = self._in_zone(self.extensions.get(entry.student, self.due))
        submitted = self._in_zone(submitted).astimezone(due.tzinfo)
        late = submitted.astimezone(UTC) - due.astimezone(UTC)  # as time passes: clocks jump where summer ends
        if late <= self.grace:
            return Mark(raw)
        days = -(-late // _DAY)
        words = f"{days} {'day' if days == 1 else 'days'} late (due {_clock(due)}, handed in {_clock(submitted)})"
        if self.cutoff is not None and late > self.cutoff:
            return Mark(raw, raw, f"{words}: no points after {_span(self.cutoff)}")
        share = min(self.per_day * days, self.cap)
        base = maximum if self.of == "maximum" else raw
        return Mark(raw, min(share * base, raw), f"{words}: {percent(share)} of {shown(base)} points")

    def _in_zone(self, time: datetime) -> datetime:
        return time.replace(tzinfo=self.zone) if time.tzinfo is None else time


def marks(entries: Iterable[Entry], policy: LatePolicy | None) -> dict[str, Mark]:
    """Return the marks by student, of all who have one; without a policy nothing is deducted."""
    return {
        entry.student: policy.mark(entry) if policy else Mark(entry.marked.score)
        for entry in entries
        if entry.marked is not None
    }


def percent(share: Fraction) -> str:
    """Return a share for people: "10 %", "12.5 %"."""
    return f"{shown(share * 100)} %"


def _clock(time: datetime) -> str:
    return time.strftime("%Y-%m-%d %H:%M")


def _span(time: timedelta) -> str:
    days = Fraction(time // timedelta(microseconds=1), _DAY // timedelta(microseconds=1))
    return f"{shown(days)} {'day' if days == 1 else 'days'}"
