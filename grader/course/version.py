"""The version of an exercise: a hash of every file that a grade depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

_PUBLIC = ("exercise.toml", "exercise.md", "toolbox.py")
_LEFT_OUT = ("__pycache__", "alternatives")


def content_version(folder: Path, solutions: Path) -> str:
    """Return 16 hex digits that change when the exercise's grading may change.

    Left out are the stub, since a student may work in it; other right solutions, which only an audit runs; caches and
    hidden files. Line ends do not matter.
    """
    digest = hashlib.sha256()
    for name, path in _files(folder, solutions):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def _files(folder: Path, solutions: Path) -> Iterator[tuple[str, Path]]:
    yield from ((f"exercises/{name}", folder / name) for name in _PUBLIC if (folder / name).is_file())
    for path in sorted(solutions.rglob("*"), key=Path.as_posix):
        inside = path.relative_to(solutions)
        skipped = any(step.startswith(".") or step in _LEFT_OUT for step in inside.parts)
        if path.is_file() and not skipped:
            yield f"solutions/{inside.as_posix()}", path
