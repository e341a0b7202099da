"""Zip archives that are the same bytes for the same content, with run bits and without anything of this machine."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)
_REGULAR = 0o100000
_UNIX = 3


@dataclass(frozen=True)
class Member:
    """A file of an archive."""

    name: str
    """Path inside the archive, with slashes."""
    content: bytes
    executable: bool = False

    def under(self, folder: str) -> Member:
        """The same file in a folder."""
        return Member(f"{folder}/{self.name}", self.content, self.executable)


def archive(members: Iterable[Member]) -> bytes:
    """Return the zip archive of the files, sorted by name."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for member in sorted(members, key=lambda member: member.name):
            entry = zipfile.ZipInfo(member.name, _EPOCH)
            entry.create_system = _UNIX
            entry.external_attr = (_REGULAR | (0o755 if member.executable else 0o644)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, member.content)
    return stream.getvalue()


def files(folder: Path) -> Iterator[Member]:
    """The files of a folder at any depth, in order, without caches and what is hidden."""
    for path in sorted(folder.rglob("*"), key=Path.as_posix):
        inside = path.relative_to(folder)
        skipped = any(step.startswith(".") or step == "__pycache__" for step in inside.parts)
        if path.is_file() and not skipped:
            yield Member(inside.as_posix(), path.read_bytes())
