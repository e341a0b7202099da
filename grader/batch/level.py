"""The level of isolation that a batch grades at: never below what the course asks for."""

from __future__ import annotations

from grader.course.exercise import Exercise
from grader.errors import EngineFault, UsageError
from grader.sandbox.reach import Reach

_FIRMNESS = ("process", "sealed")


def level(exercise: Exercise, asked: str | None, machine: Reach | None) -> str:
    """Return the level that was `asked` for, else the firmest of `machine`, else what the course needs.

    Without a machine it is for others to find out whether they reach it. Raises UsageError if less was asked for than
    the course needs, EngineFault if the machine does not offer what is needed.
    """
    needed = exercise.isolation
    if asked is not None and _FIRMNESS.index(asked) < _FIRMNESS.index(needed):
        raise UsageError(
            f"Recorded grades of {exercise.id} need isolation {needed}; {asked} is less.",
            "Leave --isolation away. Or write the level that you accept into exercise.toml.",
        )
    if machine is None:
        return asked or needed
    chosen = asked or max(machine.level, needed, key=_FIRMNESS.index)
    if _FIRMNESS.index(machine.level) < _FIRMNESS.index(chosen):
        raise EngineFault(
            " ".join(
                [
                    f"Grades of {exercise.id} need isolation {chosen}; this machine has {machine.level}.",
                    *machine.missing,
                ]
            ),
            "See `grade doctor`. Grade on another machine, or write the level that you accept into exercise.toml.",
        )
    return chosen
