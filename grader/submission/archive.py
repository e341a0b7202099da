"""Zip and tar archives, in memory: nothing is written anywhere, and an archive that tries to reach out is refused."""

from __future__ import annotations

import gzip
import io
import re
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from grader.errors import SubmissionRefused
from grader.submission.bounds import ENTRIES, UNPACKED_BYTES
from grader.submission.files import Files
from grader.submission.names import folded, is_leftover, shown

_MIB = 1024 * 1024
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP = b"\x1f\x8b"
_DRIVE = re.compile("[A-Za-z]:")
_TAR_MARK = slice(257, 262)
_OTHERS = (
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!", "RAR"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
)
_LONGEST_RECORD = 16 * 1024
_LONG_RECORDS = (
    tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.SOLARIS_XHDTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK,
)  # fmt: skip
_ADVICE = "Hand in only your own file, on its own or in an ordinary zip made by your system."
# What the standard library raises on a damaged or hostile archive, found by reading and by fuzzing it.
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, struct.error, EOFError, OSError, ValueError, OverflowError,
    NotImplementedError, RuntimeError,
)  # fmt: skip


@dataclass(frozen=True)
class Member:
    """A file in an archive, not yet unpacked; `problem` says why it must not be."""

    name: str
    size: int
    problem: str | None
    read: Callable[[], bytes]


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin like an archive, of a kind that is read or of one that is refused."""
    known = (*_ZIP, _GZIP, *(magic for magic, _ in _OTHERS))
    return data.startswith(known) or data[_TAR_MARK] == b"ustar"


def archive_files(data: bytes, name: str) -> Files:
    """The files in a zip, tar or tar.gz archive. Raises SubmissionRefused if it is of another kind, damaged or unsafe.

    Unsafe is: a path that leaves the archive, a link or device, a password, too many files or too much data, and two
    names that some system takes for one. Only what is read later is unpacked.
    """
    if other := next((kind for magic, kind in _OTHERS if data.startswith(magic)), None):
        raise SubmissionRefused(f"{shown(name)} is a {other} archive; wanted is a zip.", _ADVICE)
    try:
        members = _zip_members(data, name) if data.startswith(_ZIP) else _tar_members(data, name)
        return checked_files(members, name)
    except _DAMAGED:
        raise _damaged(name) from None


def checked_files(members: Iterable[Member], name: str) -> Files:
    """The members as the files of one submission. Raises SubmissionRefused if they are too many, too much or unsafe."""
    readers: dict[str, Callable[[], bytes]] = {}
    ignored, spellings, total = [], dict[str, str](), 0
    for count, member in enumerate(members, 1):
        path = inside(member.name, name)
        total += member.size
        if count > ENTRIES or total > UNPACKED_BYTES:
            raise _too_much(name)
        if is_leftover(path):
            ignored.append(path)
            continue
        if member.problem:
            raise SubmissionRefused(f"{shown(path)} in {shown(name)} is {member.problem}.", _ADVICE)
        twin = spellings.setdefault(folded(path), path)
        if path in readers or twin != path:
            raise SubmissionRefused(
                f"{shown(name)} holds two files that many systems take for one: {shown(twin)} and {shown(path)}.",
                "Keep the one that counts.",
            )
        readers[path] = _guarded(member, name)
    return Files(f"the archive {shown(name)}", readers, tuple(ignored))


def _guarded(member: Member, name: str) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            return member.read()
        except _DAMAGED:
            raise _damaged(name) from None

    return read


def inside(path: str, name: str) -> str:
    """Return a member's path in plain form. Raises SubmissionRefused if it could lead out of the archive."""
    parts = path.replace("\\", "/").split("/")
    if not parts[0] or ".." in parts or _DRIVE.match(path):
        raise SubmissionRefused(f"{shown(name)} holds a path that leads out of it: {shown(path)}.", _ADVICE)
    return unicodedata.normalize("NFC", "/".join(part for part in parts if part not in {"", "."}))


def zip_members(archive: zipfile.ZipFile) -> Iterable[Member]:
    """The files in an open zip."""
    for info in archive.infolist():
        if not info.filename.endswith(("/", "\\")) and not stat.S_ISDIR(info.external_attr >> 16):
            yield Member(info.filename, info.file_size, _zip_problem(info), _zip_reader(archive, info))


def _zip_members(data: bytes, name: str) -> Iterable[Member]:
    # Each entry of the directory costs time and memory before there is a list to count. Ten times: an archive stored
    # inside this one has entries of its own.
    if data.count(b"PK\x01\x02") > 10 * ENTRIES:
        raise _too_much(name)
    return zip_members(zipfile.ZipFile(io.BytesIO(data)))


def _zip_problem(info: zipfile.ZipInfo) -> str | None:
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in {0, stat.S_IFREG}:
        return "a link or a device, not a file"
    if info.flag_bits & 1:
        return "protected by a password"
    if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
        return "packed by an unusual method"
    return None


def _zip_reader(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        with archive.open(info) as file:
            return file.read(info.file_size)

    return read


class _Header(tarfile.TarInfo):
    """A tar header whose long-name and attribute records stay small: tarfile reads those into memory whole."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> _Header:
        header = super().frombuf(buf, encoding, errors)
        if header.type in _LONG_RECORDS and header.size > _LONGEST_RECORD:
            raise tarfile.ReadError("a record is too long")
        return header


def _tar_members(data: bytes, name: str) -> Iterable[Member]:
    if data.startswith(_GZIP):
        with gzip.open(io.BytesIO(data)) as packed:
            data = packed.read(UNPACKED_BYTES + 1)
        if len(data) > UNPACKED_BYTES:
            raise _too_much(name)
    if b"GNU.sparse." in data:
        raise tarfile.ReadError("a map of holes takes arbitrarily long to read")
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:", tarinfo=_Header, errors="replace") as archive:
        for info in archive:
            if not info.isdir():
                yield Member(info.name, info.size, _tar_problem(info), _tar_reader(data, info))


def _tar_problem(info: tarfile.TarInfo) -> str | None:
    return None if info.isreg() and not info.issparse() else "a link or a device, not a file"


def _tar_reader(data: bytes, info: tarfile.TarInfo) -> Callable[[], bytes]:
    def read() -> bytes:
        if info.offset_data + info.size > len(data):
            raise EOFError("the end is missing")
        return data[info.offset_data : info.offset_data + info.size]

    return read


def _too_much(name: str) -> SubmissionRefused:
    return SubmissionRefused(
        f"{shown(name)} holds more than {ENTRIES} files or {UNPACKED_BYTES // _MIB} MiB.",
        "Hand in only your own file: leave out data, environments and version history.",
    )


def _damaged(name: str) -> SubmissionRefused:
    return SubmissionRefused(f"{shown(name)} is damaged or cut off, or not an ordinary archive.", _ADVICE)
