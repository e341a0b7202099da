"""Makes the handout of an exercise: the spine of `grade release`.

Checks that students may run travel as source, without the reference. What the reference and the misconceptions show
in them, from a number of seeds, travels as data; at home the seed is one of these. Recorded grading draws fresh seeds,
so numbers copied from a handout earn nothing.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from grader import pipeline
from grader.bundles.wheel import wheel
from grader.course.exercise import Exercise, Handout, Waiting
from grader.course.handout import notebook
from grader.course.shown import FILE, FOLDER, visible_checks, write_handout
from grader.engine import CheckInfo, Engine
from grader.errors import ExerciseFault, UsageError
from grader.release.readme import readme
from grader.release.search import refuse_leaks
from grader.release.sources import shown_sources

DEFAULT_SEEDS = 10

_LINK = re.compile(r"\]\((?!\w+:|#|/)([^)\s]+)\)")


@dataclass(frozen=True)
class Released:
    """What was handed out."""

    handout: Handout
    checks: tuple[str, ...]
    """The checks that students can run."""
    refused: dict[str, str]
    """Checks that were to be shown and cannot be, with the reason."""


def release(
    exercise: Exercise,
    folder: Path,
    *,
    seeds: int = DEFAULT_SEEDS,
    on_seed: Callable[[int], None] = lambda number: None,
) -> Released:
    """Write the handout into `folder`, which is new or empty.

    Raises UsageError if it is not, ExerciseFault if the exercise cannot be handed out as it asks for, above all if
    the handout would show anything of its solutions.
    """
    if exercise.handout is not None:
        raise UsageError(f"{exercise.folder} is a handout already: there are no solutions to make one from.")
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty.", "Name a new folder.")
    drawn = [secrets.randbelow(pipeline.MAX_SEED) for _ in range(seeds)]
    place = folder / "exercises" / exercise.id
    place.mkdir(parents=True, exist_ok=True)
    try:
        with pipeline.open_engine(exercise) as engine:
            known = engine.wait()
            wanted = visible_checks(exercise, [check.id for check in known])
            checks, refused, records = _records(exercise, engine, drawn if wanted else [], wanted, on_seed)
        shown = shown_sources(exercise.solutions / "checks", checks)
        handout = Handout(tuple(records), _waiting(exercise, known, checks))
        _copy_public(exercise, place)
        _write(place / FOLDER / FILE, write_handout(handout, exercise.version).encode())
        for seed, data in records.items():
            _write(place / FOLDER / "records" / f"{seed}.bin", data)
        for name, source in shown.items():
            _write(place / FOLDER / "checks" / name, source.encode())
        for stub in exercise.stubs:  # the copies to work in; those under exercises/ stay as they were handed out
            shutil.copy(place / stub.name, folder / stub.name)
        refuse_leaks(exercise, folder, shown)
        package = wheel()
        _write(folder / package.name, package.content)
        _write(folder / "README.md", readme(exercise, handout, len(checks), package.name).encode())
    except BaseException:
        shutil.rmtree(folder)  # half a handout is worse than none
        raise
    return Released(handout, checks, refused)


def _records(
    exercise: Exercise, engine: Engine, seeds: Sequence[int], wanted: Sequence[str], on_seed: Callable[[int], None]
) -> tuple[tuple[str, ...], dict[str, str], dict[int, bytes]]:
    """The checks that can be shown, those that cannot with the reason, and the records for each seed."""
    items = {check.partition(".")[0] for check in wanted}
    refused: dict[str, str] = {}
    records = {}
    for number, seed in enumerate(seeds, start=1):
        on_seed(number)
        records[seed], cannot = engine.records(seed, wanted, items)
        refused |= cannot
    if refused and exercise.visible != "all":
        check, reason = next(iter(refused.items()))
        raise ExerciseFault(f"{check} cannot be shown: {reason}.", "Take it out of `visible` in exercise.toml.")
    return tuple(check for check in wanted if check not in refused), refused, records


def _waiting(exercise: Exercise, known: Sequence[CheckInfo], shown: Sequence[str]) -> tuple[Waiting, ...]:
    hidden = [check for check in known if check.id not in shown]
    by_item = {item.name: [check for check in hidden if check.item == item.name] for item in exercise.items}
    return tuple(
        Waiting(item, len(checks), sum((check.points for check in checks), Fraction(0)))
        for item, checks in by_item.items()
        if checks
    )


def _copy_public(exercise: Exercise, place: Path) -> None:
    """Text, figures, stub, notebook, toolbox and configuration. The notebook is made anew and carries nothing else."""
    text = exercise.text.read_text(encoding="utf-8")
    stub, copy = exercise.stubs
    for name in ("exercise.toml", exercise.text.name, stub.name, "toolbox.py", *_LINK.findall(text)):
        source = (exercise.folder / name).resolve()
        if source.is_file() and source.is_relative_to(exercise.folder.resolve()):
            _write(place / name, source.read_bytes())
    _write(place / copy.name, notebook(stub.read_text(encoding="utf-8"), text).encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
