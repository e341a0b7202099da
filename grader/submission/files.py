"""What was handed in, as names and ways to read them: a folder on disk, or one file of it. Nothing follows a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.errors import SubmissionRefused
from grader.submission.bounds import ENTRIES, FILE_BYTES, FOLDER_DEPTH
from grader.submission.names import is_leftover, shown


@dataclass(frozen=True)
class Files:
    """The files of one submission; contents are read only when asked for."""

    where: str
    """What holds them, for messages."""
    readers: Mapping[str, Callable[[], bytes]]
    """By path inside the submission, with forward slashes. Reading may raise SubmissionRefused."""
    ignored: tuple[str, ...] = ()
    """Files that systems leave behind, and links."""


def read_file(path: Path, name: str | None = None) -> bytes:
    """The bytes of one regular file. Raises SubmissionRefused for a link, a device, a large or an unreadable file."""
    name = path.name if name is None else name
    try:
        if path.is_symlink():
            raise SubmissionRefused(f"{shown(name)} is a link to another file.", "Hand in the file itself.")
        # Without NONBLOCK, opening a named pipe waits for somebody to write to it.
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with open(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise SubmissionRefused(f"{shown(name)} is not a regular file.", "Hand in the file itself.")
            data = file.read(FILE_BYTES + 1)
    except (OSError, ValueError) as wrong:
        reason = wrong.strerror if isinstance(wrong, OSError) else str(wrong)
        raise SubmissionRefused(
            f"{shown(name)} cannot be read: {reason or 'unknown reason'}.", "Check that you may open it yourself."
        ) from None
    if len(data) > FILE_BYTES:
        raise SubmissionRefused(
            f"{shown(name)} is larger than {FILE_BYTES // 2**20} MiB.",
            "Clear the outputs of the notebook, or leave data out of the archive, and hand it in again.",
        )
    return data


def folder_files(folder: Path) -> Files:
    """Every regular file below a folder. Raises SubmissionRefused if there are too many, or they cannot be listed."""
    readers: dict[str, Callable[[], bytes]] = {}
    ignored = []
    where = folder.absolute().name
    for name, entry in _entries(folder, "", FOLDER_DEPTH, where):
        if entry.is_file(follow_symlinks=False) and not is_leftover(name):
            readers[name] = _reader(Path(entry.path), name)
        else:
            ignored.append(f"{name} (a link)" if entry.is_symlink() else name)
        if len(readers) + len(ignored) > ENTRIES:
            raise SubmissionRefused(
                f"The folder {shown(where)} has more than {ENTRIES} files.",
                "Name the file that counts instead, or hand in a folder with only your own files.",
            )
    return Files(f"the folder {shown(where)}", readers, tuple(ignored))


def _reader(path: Path, name: str) -> Callable[[], bytes]:
    return lambda: read_file(path, name)


def _entries(folder: Path, prefix: str, depth: int, top: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Files and links below a folder; what is inside a system's own folders stays out."""
    if depth == 0:
        raise SubmissionRefused(
            f"The folder {shown(top)} holds folders more than {FOLDER_DEPTH} deep.",
            "Name the file that counts instead.",
        )
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as wrong:
        raise SubmissionRefused(
            f"The folder {shown(prefix or top)} cannot be read: {wrong.strerror}.",
            "Check that you may open it yourself.",
        ) from None
    for entry in entries:
        name = prefix + entry.name
        if entry.is_dir(follow_symlinks=False) and not is_leftover(name):
            yield from _entries(Path(entry.path), name + "/", depth - 1, top)
        else:
            yield name, entry
