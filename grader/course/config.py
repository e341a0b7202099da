"""Reads an exercise's files strictly: refuses what it does not know, and names every mistake with its line at once."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path
from typing import Any, get_args

from grader.course import keys
from grader.course.exercise import Exercise, Isolation, Item, Kind, Part
from grader.course.shown import read_handout
from grader.course.table import Problems, Table
from grader.course.text import statements
from grader.course.version import content_version
from grader.errors import ExerciseFault
from grader.limits import Limits
from grader.result.scoring import parse_points

FORMAT = 1


def read_exercise(folder: Path, solutions: Path) -> Exercise:
    """Return the exercise in `folder` (exercises/<id>), whose trusted side stands in `solutions` or does not exist.

    Raises ExerciseFault with every mistake found in exercise.toml and exercise.md.
    """
    config, markdown = folder / "exercise.toml", folder / "exercise.md"
    text = _read(config)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ExerciseFault(f"{config} is not valid TOML: {problem}.") from None
    problems = Problems(text)
    found_statements: dict[str, str] = {}
    try:
        found_statements = statements(_read(markdown))
    except ValueError as problem:
        problems.add((), f"{markdown.name}: {problem}")
    fields = _exercise(Table(data, problems), folder.name)
    if problems.found:
        raise ExerciseFault(f"{config} has mistakes:\n" + "\n".join(f"  {line}" for line in problems.found))
    handout, version = (None, "") if solutions.exists() else read_handout(folder)
    return Exercise(
        folder=folder,
        solutions=solutions,
        statements=found_statements,
        version=version or content_version(folder, solutions),
        handout=handout,
        **fields,
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8"
        raise ExerciseFault(f"{path} cannot be read: {reason}.") from None


def _exercise(table: Table, folder_name: str) -> dict[str, Any]:
    table.only(*keys.EXERCISE)
    if (number := table.integer("format")) not in (FORMAT, None):
        table.complain("format", f"is {number}, but this grader reads {FORMAT}")
    if (name := table.text("id")) and name != folder_name:
        table.complain("id", f"is {name!r}, but the folder is named {folder_name!r}")
    if (file := table.text("file")) and not file.isidentifier():
        table.complain("file", f"is the name of the file to hand in without its ending, unlike {file!r}")
    seen: set[str] = set()
    parts = tuple(_part(part, seen) for part in table.tables("parts"))
    return {
        "id": name,
        "title": table.text("title"),
        "file": file,
        "modules": table.texts("modules"),
        "preload": table.texts("preload", default=()),
        "preload_for": _words(table.table("preload_for")),
        "isolation": table.choice("isolation", get_args(Isolation), default="sealed"),
        "limits": _limits(table.table("limits")),
        "visible": table.texts_or("visible", ("all", "none"), default="none"),
        "parts": parts,
    }


def _part(table: Table, seen: set[str]) -> Part:
    table.only(*keys.PART)
    part_id = table.text("id")
    _unique(table, "id", part_id, seen)
    return Part(
        id=part_id,
        title=table.text("title"),
        minutes=table.integer("minutes", default=None),
        items=tuple(_item(item, seen) for item in table.tables("items")),
    )


def _item(table: Table, seen: set[str]) -> Item:
    table.only(*keys.ITEM)
    if (name := table.text("name")) and not name.isidentifier():
        table.complain("name", f"is a name of the student's file, unlike {name!r}")
    _unique(table, "name", name, seen)
    return Item(
        name=name,
        points=table.converted("points", parse_points, missing=parse_points(0)),
        kind=table.choice("kind", get_args(Kind)),
    )


def _words(table: Table) -> dict[str, tuple[str, ...]]:
    return {word: table.texts(word) for word in table.keys}


def _limits(table: Table) -> Limits:
    names = [field.name for field in dataclasses.fields(Limits)]
    table.only(*names)
    return Limits(**{name: table.positive(name, getattr(Limits(), name)) for name in names})


def _unique(table: Table, key: str, name: str, seen: set[str]) -> None:
    if name and name in seen:
        table.complain(key, f"is {name!r}, which stands further up already")
    seen.add(name)
