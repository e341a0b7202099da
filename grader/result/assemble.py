"""Puts the verdicts of the checks together to one Result. Pure: no clock, no disk."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from grader.errors import ExerciseFault, Fault
from grader.result import model
from grader.result.verdict import Place, Verdict
from grader.result.version import grader_version


class ItemLike(Protocol):
    """A function, class or answer that is graded."""

    @property
    def name(self) -> str: ...


class PartLike(Protocol):
    """A part of an exercise."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def items(self) -> Sequence[ItemLike]: ...


class ExerciseLike(Protocol):
    """What a result repeats of its exercise."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def version(self) -> str: ...
    @property
    def parts(self) -> Sequence[PartLike]: ...
    @property
    def statements(self) -> Mapping[str, str]: ...


class SubmissionLike(Protocol):
    """What a result repeats of its submission."""

    @property
    def student(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def sha256(self) -> str: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


def assemble(
    exercise: ExerciseLike,
    submission: SubmissionLike,
    verdicts: Iterable[Verdict],
    *,
    definitions: Mapping[str, Place] | None = None,
    isolation: str,
    seed: int,
    seconds: float,
    fault: Fault | None = None,
    problem: str = "",
) -> model.Result:
    """Return the result: checks under their parts and items, in the exercise's order; parts without checks left out.

    `definitions` tells where the submission defines what is graded. `fault` says whose fault it is that the submission
    is not graded; a check that was not graded is the exercise's unless said otherwise. Raises ExerciseFault when a
    check's id names no item, or two checks share an id.
    """
    verdicts = list(verdicts)
    by_item: dict[str, list[Verdict]] = {item.name: [] for part in exercise.parts for item in part.items}
    _check_ids([verdict.id for verdict in verdicts], by_item)
    for verdict in verdicts:
        by_item[_item(verdict.id)].append(verdict)
    parts = [
        model.Part(
            id=part.id,
            title=part.title,
            checks=tuple(_check(verdict, exercise.statements) for item in part.items for verdict in by_item[item.name]),
        )
        for part in exercise.parts
    ]
    if fault is None and any(verdict.outcome == "not_graded" for verdict in verdicts):
        fault = "exercise"
    return model.Result(
        exercise=model.ExerciseInfo(id=exercise.id, title=exercise.title, version=exercise.version),
        submission=model.SubmissionInfo(
            student=submission.student,
            source=submission.source,
            sha256=submission.sha256,
            notes=submission.notes,
            definitions={name: _place(place) for name, place in (definitions or {}).items()},
        ),
        fault=fault,
        problem=problem,
        parts=tuple(part for part in parts if part.checks),
        isolation=isolation,
        seed=seed,
        seconds=round(seconds, 3),
        grader=grader_version(),
    )


def _item(check_id: str) -> str:
    return check_id.partition(".")[0]


def _check_ids(ids: Sequence[str], items: Collection[str]) -> None:
    for number, check_id in enumerate(ids):
        if check_id in ids[:number]:
            raise ExerciseFault(f"Two checks have the id {check_id}.", "Give each check an id of its own.")
        if _item(check_id) not in items:
            near = difflib.get_close_matches(_item(check_id), items, n=1)
            raise ExerciseFault(
                f"The check {check_id} grades {_item(check_id)}, which is no item of the exercise"
                + (f"; there is {near[0]}." if near else "."),
                "Begin the check's id with the name of an item of exercise.toml.",
            )


def _check(verdict: Verdict, statements: Mapping[str, str]) -> model.Check:
    number = verdict.statement
    return model.Check(
        id=verdict.id,
        title=verdict.title,
        outcome=verdict.outcome,
        score=verdict.score,
        max_score=verdict.max_score,
        statement=model.Statement(id=number, text=statements.get(number, "")) if number else None,
        misconception=verdict.misconception,
        message=verdict.message,
        traceback=verdict.traceback,
        place=_place(verdict.place) if verdict.place else None,
        output=verdict.output,
        seconds=round(verdict.seconds, 3),
    )


def _place(place: Place) -> model.Place:
    return model.Place(label=place.label, line=place.line, text=place.text)
