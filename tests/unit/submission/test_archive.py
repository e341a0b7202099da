"""Archives in memory: what is read, and everything that is refused."""

from __future__ import annotations

import gzip
import io
import os
import struct
import tarfile
import time
import zipfile

import pytest

from grader.errors import SubmissionRefused
from grader.submission.archive import archive_files, is_archive


def zipped(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of these names and contents, in this order."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return data.getvalue()


def tarred(*members: tarfile.TarInfo, packed: bool = False, form: int = tarfile.PAX_FORMAT) -> bytes:
    """A tar of these headers; a size is filled with zeros."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=form) as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(bytes(member.size)))
    return gzip.compress(data.getvalue()) if packed else data.getvalue()


def member(name: str, size: int = 0, kind: bytes = tarfile.REGTYPE) -> tarfile.TarInfo:
    """One tar header."""
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info


def refusal(data: bytes) -> str:
    """The message that this archive is refused with."""

    def unpack() -> None:
        for read in archive_files(data, "ex3.zip").readers.values():
            read()

    with pytest.raises(SubmissionRefused) as refused:
        unpack()
    assert refused.value.advice
    return refused.value.message


@pytest.mark.parametrize("packed", [False, True])
def test_tar_and_tar_gz(packed: bool) -> None:
    """Folders and dots in the paths go."""
    files = archive_files(
        tarred(member("./ex3/", kind=tarfile.DIRTYPE), member("./ex3/./ex3.py", 5), packed=packed), "a.tar"
    )
    assert {name: read() for name, read in files.readers.items()} == {"ex3/ex3.py": bytes(5)}


def test_zip_with_leftovers() -> None:
    """What a Mac adds is ignored, even if it would be refused otherwise."""
    files = archive_files(zipped(("a/", b""), ("a/ex3.py", b"x"), ("__MACOSX/a/._ex3.py", b"\0")), "a.zip")
    assert list(files.readers) == ["a/ex3.py"]
    assert files.ignored == ("__MACOSX/a/._ex3.py",)


@pytest.mark.parametrize(
    "name", ["../x.py", "a/../../x.py", "/x.py", "\\\\server\\x.py", "..\\x.py", "C:\\x.py", "c:x.py", "../.x"]
)
def test_paths_that_lead_out(name: str) -> None:
    """In either kind of slash; that it is hidden does not excuse it."""
    assert "leads out of it" in refusal(zipped(("ex3.py", b"x"), (name, b"x")))
    assert "leads out of it" in refusal(tarred(member(name)))


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
def test_links_and_devices_in_a_tar(kind: bytes) -> None:
    """Every kind of member that is no file."""
    assert refusal(tarred(member("ex3.py", kind=kind))) == '"ex3.py" in "ex3.zip" is a link or a device, not a file.'


def test_sparse_files_in_a_tar() -> None:
    """A map of holes says how large a file is; what is there is a few bytes."""
    sparse = tarfile.TarInfo("ex3.py")
    sparse.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.realsize": "99999999999"}
    assert "damaged" in refusal(tarred(sparse))
    assert refusal(tarred(member("ex3.py", kind=tarfile.GNUTYPE_SPARSE)))


@pytest.mark.parametrize("second", ["ex3.py", "EX3.PY", "./ex3.py"])
def test_names_that_are_one_on_some_systems(second: str) -> None:
    """The same name, another case, the same path written otherwise."""
    assert "two files that many systems take for one" in refusal(tarred(member("ex3.py", 1), member(second, 2)))


def test_names_that_differ_in_unicode_form() -> None:
    """A Mac decomposes an accent, others do not; and a sharp s folds to two."""
    for first, second in (("caf\u00e9.py", "cafe\u0301.py"), ("straße.py", "STRASSE.py")):
        assert "two files" in refusal(zipped((first, b"x"), (second, b"y")))


def test_bombs() -> None:
    """Declared sizes, false ones, a gzip stream, and many files."""
    assert "128 MiB" in refusal(zipped(*((f"{n}.bin", bytes(20 * 2**20)) for n in range(7))))
    assert "128 MiB" in refusal(gzip.compress(bytes(129 * 2**20), 1))
    assert "2000 files" in refusal(zipped(*((f"{n}.txt", b"") for n in range(2001))))
    assert "2000 files" in refusal(tarred(*(member(f"{n}.txt") for n in range(2001))))
    small = zipped(("ex3.py", bytes(10_000)))
    lying = small.replace(struct.pack("<I", 10_000), struct.pack("<I", 10))
    assert "damaged" in refusal(lying)


def test_a_million_entries_are_refused_before_they_are_listed() -> None:
    """Listing them would take half a minute and a gigabyte."""
    data = zipped(("ex3.py", b"x"))
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    bomb = data[:start] + data[start:end] * 1_000_000 + data[end:]
    begun = time.process_time()
    assert "2000 files" in refusal(bomb)
    assert time.process_time() - begun < 2


def test_passwords_and_unusual_methods() -> None:
    """Only stored and deflated members are read: others can ask for gigabytes to unpack a byte."""
    data = bytearray(zipped(("ex3.py", b"x")))
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert "protected by a password" in refusal(bytes(data))
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        assert "packed by an unusual method" in refusal(zipped(("ex3.py", b"x"), method=method))


@pytest.mark.parametrize(
    ("data", "kind"),
    [(b"7z\xbc\xaf\x27\x1c", "7z"), (b"Rar!\x1a\7", "RAR"), (b"BZh91AY", "bzip2"), (b"\xfd7zXZ\0", "xz")],
)
def test_other_archives_are_named(data: bytes, kind: str) -> None:
    """Wanted is a zip, which every system makes."""
    assert is_archive(data)
    assert refusal(data) == f'"ex3.zip" is a {kind} archive; wanted is a zip.'


def test_a_cut_off_archive_is_refused() -> None:
    """At every length."""
    for whole in (
        zipped(("ex3.py", b"x" * 50)),
        tarred(member("ex3.py", 700)),
        tarred(member("ex3.py", 700), packed=True),
    ):
        for length in range(5, min(len(whole), 1400) - 30, 61):
            refusal(whole[:length] if is_archive(whole[:length]) else b"PK\x03\x04")


def test_random_members_of_random_archives_do_no_harm() -> None:
    """Bytes that begin like an archive and go on as they like."""
    for seed in range(300):
        noise = bytes((seed * 7 + n * n) % 256 for n in range(400))
        for start in (b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08"):
            refusal(start + noise)


def test_nothing_is_written(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even in the current folder."""
    folder = tmp_path_factory.mktemp("empty")
    monkeypatch.chdir(folder)
    for read in archive_files(zipped(("a/ex3.py", b"x")), "a.zip").readers.values():
        read()
    assert os.listdir(folder) == []
