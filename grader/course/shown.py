"""The folder `shown` of a handed-out exercise: which checks wait on the other side, and the seeds for the others."""

from __future__ import annotations

import difflib
import json
import tomllib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from grader.course.exercise import CODE, Exercise, Handout, Waiting
from grader.course.table import Problems, Table
from grader.errors import ExerciseFault
from grader.result.scoring import parse_points

FORMAT = 1
FOLDER = "shown"
FILE = "shown.toml"


def read_handout(folder: Path) -> tuple[Handout | None, str]:
    """The handout in `folder` (exercises/<id>) and the version of the exercise it was made from; None, "" for none.

    Raises ExerciseFault with every mistake found.
    """
    path = folder / FOLDER / FILE
    if not path.is_file():
        return None, ""
    try:
        text = path.read_text(encoding="utf-8")
        table = Table(tomllib.loads(text), problems := Problems(text))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ExerciseFault(f"{path} cannot be read: {problem}.") from None
    table.only("format", "version", "seeds", "waiting")
    if (number := table.integer("format")) not in (FORMAT, None):
        table.complain("format", f"is {number}, but this grader reads {FORMAT}")
    version = table.text("version")
    waiting = tuple(_waiting(entry) for entry in table.tables("waiting")) if "waiting" in table.keys else ()
    seeds = tuple(int(seed) for seed in table.texts("seeds"))
    if problems.found:
        raise ExerciseFault(f"{path} has mistakes:\n" + "\n".join(f"  {line}" for line in problems.found))
    return Handout(seeds, waiting), version


def _waiting(table: Table) -> Waiting:
    table.only("item", "checks", "points")
    return Waiting(
        item=table.text("item"),
        checks=table.integer("checks") or 0,
        points=table.converted("points", parse_points, missing=Fraction(0)),
    )


def visible_checks(exercise: Exercise, known: Sequence[str]) -> list[str]:
    """The checks that the author wants to show, of all that are `known` by their ids.

    Raises ExerciseFault if one of them is no check of a function or class.
    """
    code = {item.name for item in exercise.items if item.kind in CODE}
    possible = [check for check in known if check.partition(".")[0] in code]
    if isinstance(exercise.visible, str):
        return possible if exercise.visible == "all" else []
    for check in exercise.visible:
        if check not in possible:
            near = difflib.get_close_matches(check, possible, n=1)
            raise ExerciseFault(
                f"`visible` of {exercise.folder / 'exercise.toml'} has {check}, "
                "which is no check of a function or class.",
                f"Did you mean {near[0]}?" if near else f"There are: {', '.join(possible)}.",
            )
    return list(exercise.visible)


def write_handout(handout: Handout, version: str) -> str:
    """The text of shown.toml."""
    return "\n".join(_lines(handout, version)) + "\n"


def _lines(handout: Handout, version: str) -> Iterator[str]:
    yield "# Written by `grade release`. Checks that are not here are run when you hand in."
    yield f"format = {FORMAT}"
    yield f"version = {json.dumps(version)}"
    yield f"seeds = {json.dumps([str(seed) for seed in handout.seeds])}"
    for entry in handout.waiting:
        yield f'\n[[waiting]]\nitem = "{entry.item}"\nchecks = {entry.checks}\npoints = "{entry.points}"'
