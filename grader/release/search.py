"""Looks for what must not be handed out in what is about to be: every byte, packed records and notebooks included."""

from __future__ import annotations

import ast
import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader.course.exercise import Exercise
from grader.errors import ExerciseFault

SHORTEST = 24
"""Statements of fewer characters are too common to mean anything."""
SHORTEST_KEY = 8
"""The same for the key of a question: a letter or a small number stands everywhere."""
NEVER_HANDED_OUT = (
    "__pycache__",
    ".pyc",
    ".ipynb_checkpoints",
    "reference.py",
    "misconceptions.py",
    "quiz.toml",
    "rubric.toml",
)


def refuse_leaks(exercise: Exercise, folder: Path, shown: Mapping[str, str]) -> None:
    """Raise ExerciseFault if `folder` holds code of the reference, of a misconception or of a hidden check, or a key.

    What is public anyway, in the text, the stub, the toolbox or a `shown` check (by file name), does not count.
    """
    public = _plain("\n".join([*(path.read_text(encoding="utf-8") for path in _public(exercise)), *shown.values()]))
    secrets = [(where, secret) for where, secret in _secrets(exercise, shown) if _plain(secret) not in public]
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        if any(word in name for word in NEVER_HANDED_OUT):
            raise ExerciseFault(f"The handout would hold {name}, which is not for students.")
        content = _plain(_readable(path))
        for where, secret in secrets:
            if _plain(secret) in content:
                raise ExerciseFault(f"The handout's {name} would show code of {where}: {secret.strip()}")


def _public(exercise: Exercise) -> Iterator[Path]:
    candidates = (exercise.stubs[0], exercise.text, exercise.folder / "toolbox.py", exercise.folder / "exercise.toml")
    return (path for path in candidates if path.is_file())


def _secrets(exercise: Exercise, shown: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name in ("reference.py", "misconceptions.py"):
        path = exercise.solutions / name
        if path.is_file():
            yield from ((name, code) for code in statements(path.read_text(encoding="utf-8")))
    checks = exercise.solutions / "checks"
    for path in sorted(checks.rglob("*.py")):
        kept = {node.name for node in _definitions(shown.get(path.relative_to(checks).as_posix(), ""))}
        for node in _definitions(path.read_text(encoding="utf-8")):
            if node.name not in kept:
                yield from ((f"the hidden {node.name}", code) for code in statements(ast.unparse(node)))
    for name in ("quiz.toml", "rubric.toml"):
        path = exercise.solutions / name
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            yield from ((name, line) for line in lines if len(line.strip()) >= SHORTEST and _says_something(line))
            keys = (line.partition("=")[2].strip() for line in lines if line.startswith("key ="))
            yield from ((name, key) for key in keys if len(key) >= SHORTEST_KEY)


def _says_something(line: str) -> bool:
    return not line.lstrip().startswith(("text =", "title =", "statement =", "#"))


def _definitions(source: str) -> list[ast.FunctionDef | ast.ClassDef]:
    return [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]


def statements(source: str) -> Iterator[str]:
    """The simple statements of a module's functions that are long enough to be recognised, each on one line."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.stmt)
            and not hasattr(node, "body")
            and not isinstance(node, ast.Import | ast.ImportFrom)
        ):
            text = ast.unparse(node)
            is_words = isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Constant)
            if len(text) >= SHORTEST and not is_words:
                yield text


def _readable(path: Path) -> str:
    """The file's content as text: unpacked, or with a notebook's strings written out."""
    data = path.read_bytes()
    if path.suffix == ".bin":
        data = zlib.decompress(data)
    elif path.suffix == ".ipynb":
        data += "\n".join(_strings(json.loads(data))).encode()
    return data.decode("utf-8", "replace")


def _strings(document: object) -> Iterator[str]:
    if isinstance(document, str):
        yield document
    elif isinstance(document, list | dict):
        for entry in document if isinstance(document, list) else [*document, *document.values()]:
            yield from _strings(entry)


def _plain(text: str) -> str:
    """The text without white space and with one kind of quotes, so that formatting hides nothing."""
    return "".join(text.split()).replace('"', "'")
