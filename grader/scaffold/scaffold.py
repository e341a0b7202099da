"""Writes a new exercise that shows one of each thing and is clean as it is: the spine of `grade new`."""

from __future__ import annotations

import keyword
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from grader.course.handout import notebook
from grader.errors import UsageError

PLACEHOLDER = "@ID@"
_PUBLIC = ("exercise.toml", "exercise.md", "stub.py")


def scaffold(course: Path, exercise_id: str) -> list[Path]:
    """Write exercises/<id> and solutions/<id>; the files that were written.

    Raises UsageError if the id cannot be one, or if something of that name is there.
    """
    if not exercise_id.isidentifier() or keyword.iskeyword(exercise_id):
        raise UsageError(
            f"`{exercise_id}` cannot be the id of an exercise.",
            "It names the students' file as well, so it is made of letters, digits and _ and begins with a letter.",
        )
    public, hidden = course / "exercises" / exercise_id, course / "solutions" / exercise_id
    for folder in (public, hidden):
        if folder.exists():
            raise UsageError(f"{folder} is there already.", "Choose another id.")
    contents: dict[Path, str] = {}
    for name, text in _templates(files("grader.scaffold") / "templates"):
        target = public / name.replace("stub", exercise_id) if name in _PUBLIC else hidden / name
        contents[target] = text.replace(PLACEHOLDER, exercise_id)
    stub, text = contents[public / f"{exercise_id}.py"], contents[public / "exercise.md"]
    contents[public / f"{exercise_id}.ipynb"] = notebook(stub, text)
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return list(contents)


def _templates(folder: Traversable, prefix: str = "") -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += [] if entry.name == "__pycache__" else _templates(entry, f"{prefix}{entry.name}/")
        elif not entry.name.endswith(".pyc"):
            found.append((prefix + entry.name, entry.read_text(encoding="utf-8")))
    return found
