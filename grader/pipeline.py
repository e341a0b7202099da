"""The spine: an exercise and a submission become a Result. Read this first."""

from __future__ import annotations

import dataclasses
import secrets
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Literal

from grader import wording
from grader.course.exercise import Exercise
from grader.engine import CheckInfo, Engine, Examination
from grader.errors import EngineFault, ExerciseFault, NotGraded, UsageError
from grader.result.assemble import assemble
from grader.result.model import Result
from grader.result.verdict import ELSEWHERE, Verdict
from grader.sandbox import reach
from grader.submission.definitions import definitions, repeated
from grader.submission.source import Cell, Submission
from grader.submission.tame import is_tame

Event = tuple[Literal["loading"]] | tuple[Literal["ready"]] | tuple[Literal["verdict"], Verdict, int, int]
"""What happens while a submission is graded; a verdict comes with how many there are so far, and in all."""

MAX_SEED = 2**31


@contextmanager
def open_engine(
    exercise: Exercise,
    *,
    submission: Submission | None = None,
    isolation: str | None = None,
    engine: Engine | None = None,
) -> Iterator[Engine]:
    """An engine at work on `exercise`, whose workers reach the level `isolation` (default: the best there is here).

    If it is for one `submission` only, modules that this one cannot need are not loaded.
    """
    if sys.platform != "linux":
        raise EngineFault(
            f"The grader needs Linux, and this is {sys.platform}.", "Use WSL on Windows, a container on macOS."
        )
    code = None if submission is None else "\n".join(cell.source for cell in submission.cells)
    machine = reach.available()
    if isolation == "sealed" and machine.level != "sealed":
        raise EngineFault(
            "Workers cannot be sealed on this machine: " + " ".join(machine.missing), "See `grade doctor`."
        )
    with engine or Engine() as started:
        started.open(
            modules=exercise.imports_for(code),
            exercise=exercise.folder,
            solutions=exercise.solutions,
            sealed=(isolation or machine.level) == "sealed",
            own_user=machine.other_users,
        )
        yield started


def grade(
    exercise: Exercise,
    submission: Submission,
    engine: Engine,
    *,
    seed: int | None = None,
    parts: Sequence[str] = (),
    on_event: Callable[[Event], None] = lambda event: None,
) -> Result:
    """Grade one submission.

    All inputs of the checks follow from `seed`, which is drawn afresh if None. A fault of the grader's or the
    exercise's gives a Result that says so, never a lower mark.
    """
    seed = _seed(exercise, seed)
    started = time.monotonic()
    verdicts: list[Verdict] = []
    items = _items(exercise, parts)
    on_event(("loading",))
    try:
        known = _checks(exercise, engine)
        checks = [check for check in known if items is None or check.item in items]
        on_event(("ready",))

        def on_verdict(verdict: Verdict) -> None:
            verdicts.append(verdict)
            on_event(("verdict", verdict, len(verdicts), len(checks)))

        examination = Examination()
        if checks:
            examination = engine.grade(
                submission,
                seed=seed,
                items=items,
                limits=exercise.limits,
                tame=is_tame([*submission.cells, *(Cell(*helper) for helper in submission.helpers)], exercise.modules),
                on_verdict=on_verdict,
            )
        verdicts += _waiting(exercise, items)
    except NotGraded as error:
        examination = Examination(fault=error.fault, detail=error.message)
    places = definitions(submission.cells, {item.name for item in exercise.items})
    code = {item.name for item in exercise.items if item.kind in ("function", "class")}
    twice = repeated({name: found for name, found in places.items() if name in code})
    return assemble(
        exercise,
        dataclasses.replace(submission, notes=(*submission.notes, *twice, *examination.problems)),
        verdicts,
        definitions={name: found[-1] for name, found in places.items()},
        isolation=engine.level,
        seed=seed,
        seconds=time.monotonic() - started,
        fault=examination.fault,
        problem=examination.detail,
    )


def _items(exercise: Exercise, parts: Sequence[str]) -> frozenset[str] | None:
    """The items of the parts; None for all."""
    if not parts:
        return None
    return frozenset(item.name for part in exercise.parts if part.id in parts for item in part.items)


def _seed(exercise: Exercise, seed: int | None) -> int:
    """The seed, or a fresh one. In a handout it is one of those that its records were made for."""
    if exercise.handout is None or not exercise.handout.seeds:
        return secrets.randbelow(MAX_SEED) if seed is None else seed
    known = exercise.handout.seeds
    if seed is not None and seed not in known:
        raise UsageError(f"The checks that came with {exercise.id} cannot be run from seed {seed}.", f"Use {known}.")
    return secrets.choice(known) if seed is None else seed


def _checks(exercise: Exercise, engine: Engine) -> Sequence[CheckInfo]:
    """The checks that can be run here; ExerciseFault unless all checks of each item add up to its points."""
    waiting = {} if exercise.handout is None else {entry.item: entry.points for entry in exercise.handout.waiting}
    checks = () if exercise.handout is not None and not exercise.handout.seeds else engine.wait()
    problems = []
    for item in exercise.items:
        points = sum((check.points for check in checks if check.item == item.name), waiting.get(item.name, Fraction(0)))
        if points != item.points:
            problems.append(f"{item.name} has {item.points} points in exercise.toml and {points} in its checks.")
    if problems:
        raise ExerciseFault("\n".join(problems), "Make the points of the checks add up to the item's.")
    return checks


def _waiting(exercise: Exercise, items: frozenset[str] | None) -> list[Verdict]:
    """One verdict for all checks of an item that are not run here."""
    return [
        Verdict(
            id=f"{entry.item}.{ELSEWHERE}",
            title=wording.elsewhere(entry.checks),
            outcome="pending",
            score=Fraction(0),
            max_score=entry.points,
        )
        for entry in (exercise.handout.waiting if exercise.handout else ())
        if items is None or entry.item in items
    ]
