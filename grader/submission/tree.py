"""A class's download as a tree of names: a folder on disk or a zip, read alike, nothing unpacked to disk."""

from __future__ import annotations

import os
import zipfile
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from grader.errors import SubmissionRefused, UsageError
from grader.submission.archive import Member, checked_files, inside, zip_members
from grader.submission.files import Files, folder_files, read_file
from grader.submission.names import basename, is_leftover, shown

WHERE = "the submission"
"""What holds a student's files, in words for that student."""


class Tree(Protocol):
    """Names and files below one folder. Paths have forward slashes; hidden files and leftovers are not listed."""

    @property
    def name(self) -> str:
        """What it is called, for messages."""

    def folders(self, path: str = "") -> list[str]:
        """Names of the folders in a folder, sorted; none if there is no such folder."""

    def files(self, path: str = "") -> list[str]:
        """Names of the files in a folder, sorted."""

    def exists(self, path: str) -> bool:
        """Whether there is such a file or folder, hidden or not."""

    def below(self, path: str) -> Files:
        """A folder as one submission. Raises SubmissionRefused."""

    def only(self, paths: Mapping[str, str]) -> Files:
        """Some files as one submission, by the names that they get there. Raises SubmissionRefused."""

    def under(self, path: str) -> Tree:
        """The tree that begins at a folder."""


def open_tree(path: Path, without: Iterable[Path] = ()) -> Tree:
    """The folder or zip at `path`; UsageError if it is neither. Of a folder, the paths `without` are left out."""
    if path.is_dir():
        return FolderTree(path, frozenset(left_out.resolve() for left_out in without))
    if not path.exists():
        raise UsageError(f"There is no file or folder {path}.", "Name a folder of submissions, or an LMS's download.")
    if not zipfile.is_zipfile(path):
        raise UsageError(
            f"{path} is neither a folder nor a zip.", "Name a folder of submissions, or an LMS's download."
        )
    return _open_zip(path)


@dataclass(frozen=True)
class FolderTree:
    """A folder on disk. Links are listed as files, and reading one refuses it."""

    path: Path
    without: frozenset[Path] = frozenset()

    @property
    def name(self) -> str:
        return self.path.resolve().name

    def folders(self, path: str = "") -> list[str]:
        return sorted(entry.name for entry in self._entries(path) if entry.is_dir(follow_symlinks=False))

    def files(self, path: str = "") -> list[str]:
        return sorted(entry.name for entry in self._entries(path) if not entry.is_dir(follow_symlinks=False))

    def exists(self, path: str) -> bool:
        return os.path.lexists(self.path / path)

    def below(self, path: str) -> Files:
        return replace(folder_files(self.path / path), where=WHERE)

    def only(self, paths: Mapping[str, str]) -> Files:
        readers = {name: lambda path=path: read_file(self.path / path, basename(path)) for name, path in paths.items()}
        return Files(WHERE, readers)

    def under(self, path: str) -> FolderTree:
        return FolderTree(self.path / path, self.without)

    def _entries(self, path: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(self.path / path) as found:
                for entry in found:
                    if not is_leftover(entry.name) and not self._left_out(entry):
                        yield entry
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError as problem:
            raise UsageError(f"{self.path / path} cannot be read: {problem.strerror}.") from None

    def _left_out(self, entry: os.DirEntry[str]) -> bool:
        named_so = any(entry.name == path.name for path in self.without)
        return named_so and Path(entry.path).resolve() in self.without


class ZipTree:
    """A zip, of which only the list of contents is in memory."""

    def __init__(self, name: str, members: Mapping[str, Member], folders: Iterable[str]) -> None:
        """Take the files and the folders that are listed by themselves, by their paths."""
        self.name = name
        self._members = members
        self._paths = sorted({*members, *(f"{folder}/" for folder in folders)})

    def folders(self, path: str = "") -> list[str]:
        return sorted({rest.partition("/")[0] for rest in self._rests(path) if "/" in rest})

    def files(self, path: str = "") -> list[str]:
        return [rest for rest in self._rests(path) if "/" not in rest]

    def exists(self, path: str) -> bool:
        return path in self._members or next(self._inside(f"{path}/"), None) is not None

    def below(self, path: str) -> Files:
        return self._only({rest: f"{path}/{rest}" for rest in self._rests(path) if not rest.endswith("/")}, path)

    def only(self, paths: Mapping[str, str]) -> Files:
        return self._only(paths, next(iter(paths.values()), self.name))

    def under(self, path: str) -> ZipTree:
        paths = [found.removeprefix(f"{path}/") for found in self._inside(f"{path}/")]
        members = {rest: self._members[f"{path}/{rest}"] for rest in paths if not rest.endswith("/")}
        return ZipTree(self.name, members, [rest.rstrip("/") for rest in paths if rest.endswith("/") and rest != "/"])

    def _only(self, paths: Mapping[str, str], where: str) -> Files:
        members = [replace(self._members[path], name=name) for name, path in paths.items()]
        return replace(checked_files(members, basename(where)), where=WHERE)

    def _rests(self, folder: str) -> Iterator[str]:
        """What is in a folder, from there on, without what is hidden in it."""
        start = f"{folder}/" if folder else ""
        rests = (path[len(start) :] for path in self._inside(start))
        return (rest for rest in rests if rest and not is_leftover(rest.partition("/")[0]))

    def _inside(self, start: str) -> Iterator[str]:
        for place in range(bisect_left(self._paths, start), len(self._paths)):
            if not self._paths[place].startswith(start):
                break
            yield self._paths[place]


def _open_zip(path: Path) -> ZipTree:
    """Read the list of contents. Raises SubmissionRefused if the zip is damaged or a path leads out of it."""
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as problem:
        raise SubmissionRefused(f"{shown(path.name)} cannot be read: {problem}.", "Download it again.") from None
    members = {inside(member.name, path.name): member for member in zip_members(archive)}
    folders = [inside(info.filename, path.name) for info in archive.infolist() if info.is_dir()]
    return ZipTree(path.name, members, folders)
