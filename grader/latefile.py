"""Reads late.toml: what a course deducts for work that is handed in late, and each exercise's deadlines."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, tzinfo
from fractions import Fraction
from pathlib import Path
from zoneinfo import ZoneInfo

from grader.course.table import Problems, Table
from grader.errors import UsageError
from grader.late import LatePolicy

FORMAT = 1
FILE = "late.toml"
_SHARE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*%\s*")


def read_late(path: Path, exercise: str) -> LatePolicy | None:
    """Return what the file says of the exercise, None if it does not name it.

    Raises UsageError with every mistake of the file.
    """
    try:
        text = path.read_text(encoding="utf-8")
        data = tomllib.loads(text)
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}.") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise UsageError(f"{path} is not valid TOML: {problem}.") from None
    problems = Problems(text)
    policies = _policies(Table(data, problems))
    if problems.found:
        raise UsageError(f"{path} has mistakes:\n" + "\n".join(f"  {line}" for line in problems.found))
    return policies.get(exercise)


def _policies(table: Table) -> dict[str, LatePolicy]:
    table.only("format", "per_day", "of", "cap", "grace_minutes", "cutoff_days", "timezone", "exercises")
    if (number := table.integer("format")) not in (FORMAT, None):
        table.complain("format", f"is {number}, but this grader reads {FORMAT}")
    nothing, everything = Fraction(0), Fraction(1)
    per_day = table.converted("per_day", _share, nothing)
    cap = table.converted("cap", _share, everything) if "cap" in table.keys else everything
    of = table.choice("of", ("maximum", "score"), default="maximum")
    grace = timedelta(minutes=table.positive("grace_minutes", 0.0))
    cutoff = timedelta(days=table.positive("cutoff_days", 0.0)) if "cutoff_days" in table.keys else None
    zone = table.converted("timezone", _zone, None) if "timezone" in table.keys else None
    exercises = table.table("exercises")
    policies = {}
    for name in exercises.keys:
        one = exercises.table(name)
        one.only("due", "extensions", "handed_in")
        policies[name] = LatePolicy(
            due=one.converted("due", _time(zone), datetime.min),
            per_day=per_day,
            cap=cap,
            of=of,
            grace=grace,
            cutoff=cutoff,
            zone=zone,
            extensions=_times(one.table("extensions"), zone),
            handed_in=_times(one.table("handed_in"), zone),
        )
    return policies


def _times(table: Table, zone: tzinfo | None) -> Mapping[str, datetime]:
    return {student: table.converted(student, _time(zone), datetime.min) for student in table.keys}


def _time(zone: tzinfo | None) -> Callable[[object], datetime]:
    def convert(value: object) -> datetime:
        if not isinstance(value, datetime):
            raise ValueError(f"it is a date and time such as 2026-11-30T23:59:00+01:00, not {value}")
        if value.tzinfo is None and zone is None:
            raise ValueError("it names no offset from UTC, and the file no `timezone`")
        return value

    return convert


def _share(value: object) -> Fraction:
    match = _SHARE.fullmatch(value) if isinstance(value, str) else None
    if match is None or Fraction(match[1]) > 100:
        raise ValueError(f'it is a share such as "10 %", up to "100 %", not {value!r}')
    return Fraction(match[1]) / 100


def _zone(value: object) -> tzinfo | None:
    try:
        return ZoneInfo(str(value))
    except (KeyError, ValueError, OSError):
        raise ValueError(f'it is the name of a time zone such as "Europe/Berlin", not {value!r}') from None
