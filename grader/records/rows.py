"""What the store takes and gives: frozen values that know nothing of a database."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from sqlalchemy import Row as Found
from sqlalchemy import Select, select

from grader.records.tables import AttemptRow, ResultRow, SubmissionRow
from grader.result.model import Result
from grader.result.scoring import Points, total
from grader.submission.attempt import Person

Status = Literal["graded", "not_graded", "refused", "missing"]
Scope = Literal["changed", "all", "one"]
"""What a run is to grade: what changed, everything, or one student once more."""


@dataclass(frozen=True)
class Run:
    """One run of `grade batch`."""

    id: int
    exercise: str
    version: str
    grader: str
    isolation: str
    seed: int
    started: datetime
    finished: datetime | None = None
    """None while it is at work, or if it was interrupted."""
    since: int = 0
    """Results of runs before this one do not save it any work."""


@dataclass(frozen=True)
class Seen:
    """A hand-in of one student as it was read."""

    person: Person
    sha256: str
    source: str
    code: str
    key: str
    place: str
    at: datetime | None = None
    late: bool = False
    count: int = 1
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What grading one attempt led to: a result, or the reason why it was refused."""

    status: Status
    reason: str = ""
    result: Result | None = None


@dataclass(frozen=True)
class Row:
    """Where one student stands in one exercise: the result that counts, and the attempt behind it.

    A student of the roster who handed in nothing has the status `missing` and none of what comes after it.
    """

    student: str
    name: str
    email: str
    file: str
    """Name of OUT/results/<file>.json and OUT/feedback/<file>.html, without ending."""
    status: Status = "missing"
    reason: str = ""
    """Why it was refused or not graded, for the instructor. The first line says what, the others what to do."""
    score: Fraction | None = None
    """Points are None unless the status is `graded`."""
    max_score: Fraction | None = None
    pending: Fraction | None = None
    parts: Mapping[str, Points] = field(default_factory=dict)
    key: str = ""
    """What the download calls whoever handed in: a participant number, a user id, a group."""
    place: str = ""
    """Where in the download it was."""
    submitted: datetime | None = None
    """With or without time zone, as the download has it."""
    late: bool = False
    """Whether the download marks it as late."""
    attempts: int = 0
    group: tuple[str, ...] = ()
    """The ids of all members, if a group handed in."""
    source: str = ""
    sha256: str = ""
    code: str = ""
    """The Python source that was graded, its cells joined."""
    version: str = ""
    grader: str = ""
    isolation: str = ""
    seed: int = 0
    seconds: float = 0.0
    graded_at: datetime | None = None
    run: int = 0
    json: str = ""
    """The result as stored; empty if there is none."""

    @property
    def result(self) -> Result | None:
        """The whole result; None for a refused or missing submission."""
        return Result.from_json(self.json) if self.json else None


def columns() -> Select[*tuple[Any, ...]]:
    """What `row` needs; the caller joins the three tables."""
    result = (
        ResultRow.status, ResultRow.reason, ResultRow.score, ResultRow.max_score, ResultRow.pending, ResultRow.parts,
        ResultRow.version, ResultRow.grader, ResultRow.isolation, ResultRow.seed, ResultRow.seconds,
        ResultRow.graded_at, ResultRow.run_id, ResultRow.json,
    )  # fmt: skip
    attempt = (
        AttemptRow.key, AttemptRow.place, AttemptRow.at, AttemptRow.late, AttemptRow.count, AttemptRow.members,
        AttemptRow.source, AttemptRow.sha256, AttemptRow.code,
    )  # fmt: skip
    person = (SubmissionRow.student, SubmissionRow.name, SubmissionRow.email, SubmissionRow.file)
    return select(*person, *attempt, *result)


def row(found: Found[Any]) -> Row:
    """One line of `columns` as a value."""
    line = dict(found._mapping)
    person = {name: line.pop(name) for name in ("student", "name", "email", "file")}
    if line["status"] is None:
        return Row(**person)
    at, graded_at = line.pop("at"), line.pop("graded_at")
    points = {name: None if line[name] is None else Fraction(line[name]) for name in ("score", "max_score", "pending")}
    parts = {part: Points(*map(Fraction, texts)) for part, texts in json.loads(line.pop("parts")).items()}
    return Row(
        **person,
        submitted=datetime.fromisoformat(at) if at else None,
        graded_at=datetime.fromisoformat(graded_at),
        attempts=line.pop("count"),
        group=tuple(json.loads(line.pop("members"))),
        run=line.pop("run_id"),
        parts=parts,
        **{**line, **points},
    )


def run(found: Found[Any]) -> Run:
    """One line of the table of runs as a value."""
    line = dict(found._mapping)
    known = {name: line[name] for name in ("id", "exercise", "version", "grader", "isolation", "seed")}
    finished = datetime.fromisoformat(line["finished"]) if line["finished"] else None
    return Run(**known, started=datetime.fromisoformat(line["started"]), finished=finished)


def values(outcome: Outcome) -> dict[str, Any]:
    """An outcome as the columns of a result."""
    result = outcome.result
    parts = {part.id: [str(n) for n in vars(total(part.checks)).values()] for part in result.parts} if result else {}
    graded = outcome.status == "graded" and result is not None
    return {
        "status": outcome.status,
        "reason": outcome.reason,
        "score": str(result.score) if graded and result else None,
        "max_score": str(result.max_score) if graded and result else None,
        "pending": str(result.pending) if graded and result else None,
        "parts": json.dumps(parts if graded else {}),
        "json": result.to_json() if result else "",
        "seconds": result.seconds if result else 0.0,
    }


def attempt_values(seen: Seen) -> dict[str, Any]:
    """A hand-in as the columns of an attempt."""
    return {
        "sha256": seen.sha256,
        "source": seen.source,
        "key": seen.key,
        "place": seen.place,
        "at": seen.at.isoformat() if seen.at else None,
        "late": seen.late,
        "count": seen.count,
        "members": json.dumps(seen.members, ensure_ascii=False),
        "code": seen.code,
    }
