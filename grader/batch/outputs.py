"""What a batch leaves in its folder, made from the store alone: a result and feedback for each student, and the table.

Every file is written beside its place and then moved there. Files that are right already are left alone, so that a run
which was cut off is made up for by the next.
"""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from grader.course.exercise import Exercise
from grader.errors import UsageError
from grader.records.rows import Row
from grader.reports import html, markdown, refusal
from grader.result.model import Result
from grader.result.scoring import as_number
from grader.result.text import inert
from grader.store import Store

_UNFINISHED = ".unfinished"
_ABANDONED_SECONDS = 3600
_BEFORE_PARTS = ("student", "score", "max_score", "pending", "status", "isolation")
_AFTER_PARTS = ("name", "email", "submitted", "late", "attempts", "group", "reason")


def write_outputs(out: Path, exercise: Exercise, store: Store) -> None:
    """Bring the folder up to date with the store. UsageError if it cannot be written to."""
    try:
        for folder in (out / "results", out / "feedback"):
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(folder)
        lines = []
        for row in store.current(exercise.id):
            _write_student(out, exercise, row)
            lines.append(_line(row, [part.id for part in exercise.parts]))
        replace_file(out / "grades.csv", table(exercise, lines))
    except OSError as problem:
        raise UsageError(
            f"{out} cannot be written to: {problem.strerror}.",
            "The store has what was graded: mend it, and run the same command again.",
        ) from None


def replace_file(path: Path, text: str) -> None:
    """Write a file so that at any moment either the old or the whole new one is there."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}{_UNFINISHED}")
    with unfinished.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)


def _sweep(folder: Path) -> None:
    """Remove what a run left behind that was killed while it wrote."""
    for path in folder.glob(f".*{_UNFINISHED}"):
        if time.time() - path.stat().st_mtime > _ABANDONED_SECONDS:
            path.unlink(missing_ok=True)


def table(exercise: Exercise, lines: Iterable[list[str]]) -> str:
    """The table as CSV, by student."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*_BEFORE_PARTS, *(inert(part.id) for part in exercise.parts), *_AFTER_PARTS])
    writer.writerows(sorted(lines))
    return text.getvalue()


def number(points: Fraction | None) -> str:
    """Points as the result's JSON has them; nothing where there is no mark."""
    return "" if points is None else repr(as_number(points))


def _line(row: Row, parts: Sequence[str]) -> list[str]:
    points = [row.parts[part].score if part in row.parts else None for part in parts]
    return [
        inert(row.student), *map(number, (row.score, row.max_score, row.pending)), row.status, row.isolation,
        *map(number, points),
        inert(row.name), inert(row.email), row.submitted.isoformat() if row.submitted else "",
        "late" if row.late else "", str(row.attempts) if row.attempts else "", inert(" ".join(row.group)),
        inert(row.reason.partition("\n")[0]),
    ]  # fmt: skip


def _write_student(out: Path, exercise: Exercise, row: Row) -> None:
    result = out / "results" / f"{row.file}.json"
    feedback = [out / "feedback" / f"{row.file}{ending}" for ending in (".html", ".md")]
    wanted = row.json + "\n" if row.json else ""
    if row.status == "missing" or (wanted and _holds(result, wanted) and all(path.exists() for path in feedback)):
        return
    for path, text in zip(feedback, _feedback(exercise, row), strict=True):
        if not _holds(path, text):
            replace_file(path, text)
    if wanted:  # last: it says that the feedback is there
        replace_file(result, wanted)
    else:
        result.unlink(missing_ok=True)


def _feedback(exercise: Exercise, row: Row) -> Iterator[str]:
    if row.json:
        parsed = Result.from_json(row.json)
        yield from (html.render(parsed), markdown.render(parsed))
    else:
        words = (exercise.title, row.student, row.reason)
        yield from (refusal.html(*words), refusal.markdown(*words))


def _holds(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode()
    except FileNotFoundError:
        return False
