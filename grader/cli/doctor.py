"""`grade doctor`: what this machine offers the grader, and what is missing."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from grader.cli import options
from grader.course.exercise import Exercise
from grader.errors import GraderError


@click.command()
@options.course
def doctor(course: Path | None) -> int:
    """Show versions, isolation and limits on this machine, and what is missing."""
    from grader.result.version import grader_version

    needed = dict(packages())
    absent = [name for name, found in needed.items() if found is None]
    _fact("torchgrader", grader_version())
    _fact("python", f"{platform.python_version()}, {platform.system()} {platform.machine()}")
    for name, found in needed.items():
        _fact(name, found or "missing")
    _isolation()
    _course(course)
    if absent:
        click.echo(f"\nMissing: {', '.join(absent)}. Run: pip install {' '.join(absent)}")
    return GraderError.exit_status if absent else 0


def packages() -> Iterator[tuple[str, str | None]]:
    """Yield the packages that the grader declares to need, each with its installed version or None."""
    try:
        declared = requires("torchgrader") or []
    except PackageNotFoundError:
        declared = ["torch", "pytest"]
    for requirement in declared:
        name, marker = re.split(r"[^A-Za-z0-9_.-]", requirement, maxsplit=1)[0], requirement.partition(";")[2]
        if "extra" in marker:
            continue
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, None


def _isolation() -> None:
    from grader.sandbox.reach import available

    reach = available()
    layers = [f"Landlock {reach.landlock}"] if reach.landlock else []
    layers += ["a user of its own"] if reach.other_users else []
    layers += ["no network"] if reach.namespaces else []
    _fact("isolation", ", ".join([reach.level, *layers]))
    for sentence in reach.missing:
        _fact("", sentence)


def _course(named: Path | None) -> None:
    from grader.course.catalog import exercise_ids, find_course, load_exercise

    try:
        folder = find_course(named)
        _fact("course", str(folder))
        for exercise_id in exercise_ids(folder):
            _exercise(load_exercise(folder, exercise_id))
    except GraderError as problem:
        _fact("course", problem.message)


def _exercise(exercise: Exercise) -> None:
    _fact(exercise.id, f"recorded grades need isolation {exercise.isolation}; limits:")
    for name, value in asdict(exercise.limits).items():
        what, _, unit = name.rpartition("_")
        _fact("", f"{what} {value:g} {unit}" if what else f"{value} {name}")


def _fact(name: str, value: str) -> None:
    click.echo(f"{name:<17} {value}")
