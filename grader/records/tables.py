"""The tables of the store. Points are text such as "20/3", times are ISO 8601: both come back exactly as they were."""

from __future__ import annotations

from sqlalchemy import ForeignKey, MetaData, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

FORMAT = 1
"""Version of these tables. A change that an older grader could not read starts a new one."""


class Table(DeclarativeBase):
    """What all tables share."""

    metadata = MetaData()
    type_annotation_map = {str: Text}  # noqa: RUF012 - SQLAlchemy's own declaration


class StoreFormat(Table):
    """One row: the format of this store."""

    __tablename__ = "store_format"
    format: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class RunRow(Table):
    """One run of `grade batch`."""

    __tablename__ = "runs"
    id: Mapped[int] = mapped_column(primary_key=True)
    exercise: Mapped[str] = mapped_column(index=True)
    version: Mapped[str]
    grader: Mapped[str]
    isolation: Mapped[str]
    seed: Mapped[int]
    scope: Mapped[str]
    """What it was to grade: what `changed`, `all`, or `one` student."""
    host: Mapped[str]
    process: Mapped[str]
    started: Mapped[str]
    seen: Mapped[float]
    """When the run last said that it is alive: seconds since 1970."""
    finished: Mapped[str | None]


class SubmissionRow(Table):
    """One student in one exercise, and the result that counts."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("exercise", "student"), UniqueConstraint("exercise", "file"))
    id: Mapped[int] = mapped_column(primary_key=True)
    exercise: Mapped[str]
    student: Mapped[str]
    name: Mapped[str]
    email: Mapped[str]
    file: Mapped[str]
    """Name of the student's files in OUT, without ending; unique even where case does not count."""
    result_id: Mapped[int | None]
    """The result that counts. No foreign key: results refer to attempts, and those to submissions."""


class AttemptRow(Table):
    """One content that a student handed in."""

    __tablename__ = "attempts"
    __table_args__ = (UniqueConstraint("submission_id", "sha256"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"))
    sha256: Mapped[str]
    """Of what was read; for a refused submission, of the reason."""
    source: Mapped[str]
    key: Mapped[str]
    place: Mapped[str]
    at: Mapped[str | None]
    late: Mapped[bool]
    count: Mapped[int]
    members: Mapped[str]
    """The ids of a group, as a JSON list; empty for a person alone."""
    code: Mapped[str]


class ResultRow(Table):
    """What one run said of one attempt. Never changed but by the same run, never deleted."""

    __tablename__ = "results"
    __table_args__ = (UniqueConstraint("attempt_id", "run_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    attempt_id: Mapped[int] = mapped_column(ForeignKey("attempts.id"), index=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"))
    version: Mapped[str]
    grader: Mapped[str]
    isolation: Mapped[str]
    seed: Mapped[int]
    status: Mapped[str]
    reason: Mapped[str]
    score: Mapped[str | None]
    max_score: Mapped[str | None]
    pending: Mapped[str | None]
    parts: Mapped[str]
    """Points of each part, as JSON: {"A": ["20/3", "26", "0"]}."""
    json: Mapped[str]
    """The result in its own format; empty for a refused submission."""
    seconds: Mapped[float]
    graded_at: Mapped[str]


class ClaimRow(Table):
    """A run is grading this submission right now."""

    __tablename__ = "claims"
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"), primary_key=True, autoincrement=False)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), index=True)
