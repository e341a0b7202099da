"""Builders of specimens: a solution in an archive, as systems make them and as nobody should."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

from tests.specimens.notebooks import notebook
from tests.specimens.solution import solution as full_marks

_MIB = 1024 * 1024


def zip_of_file(solution: str, folder: Path) -> Path:
    """The file alone."""
    return _zip(folder, {"ex3.py": solution.encode()})


def zip_of_notebook(solution: str, folder: Path) -> Path:
    """A notebook in a folder."""
    return _zip(folder, {"ex3/": b"", "ex3/ex3.ipynb": notebook(solution, folder).read_bytes()})


def zip_folder_in_folder(solution: str, folder: Path) -> Path:
    """A folder in a folder, with a space and an umlaut in its name."""
    return _zip(
        folder, {"Übung 3/": b"", "Übung 3/final version/": b"", "Übung 3/final version/ex3.py": solution.encode()}
    )


def zip_from_mac(solution: str, folder: Path) -> Path:
    """A Mac's archive: every file has a metadata twin."""
    twin = b"\0\5\x16\7\0\2\0\0Mac OS X        "
    files = {"ex3/": b"", "ex3/ex3.py": solution.encode(), "__MACOSX/ex3/._ex3.py": twin, ".DS_Store": b"\0\0\0\1Bud1"}
    return _zip(folder, {**files, "ex3/.DS_Store": b"\0\0\0\1Bud1", "__MACOSX/._ex3": twin})


def zip_from_windows(solution: str, folder: Path) -> Path:
    """Made by an old Windows program: backslashes between the folders."""
    path = _zip(folder, {"ex3?work?ex3.py": solution.encode(), "ex3?notes?todo.txt": b"submit"})
    # zipfile writes slashes whatever it is told; both places that hold a name are changed afterwards.
    path.write_bytes(
        path.read_bytes().replace(b"ex3?work?ex3.py", b"ex3\\work\\ex3.py").replace(b"ex3?notes?", b"ex3\\notes\\")
    )
    return path


def zip_with_data(solution: str, folder: Path) -> Path:
    """Data, pictures and the exercise's text came along."""
    return _zip(
        folder, {"ex3.py": solution.encode(), "data/weights.pt": b"PK\x03\x04" + b"\7" * _MIB, "ex3.pdf": b"%PDF-1.7"}
    )


def zip_in_folder(solution: str, folder: Path) -> Path:
    """The student's folder holds an archive and nothing else."""
    inside = folder / "handed in"
    inside.mkdir()
    zip_of_file(solution, folder).rename(inside / "ex3.zip")
    return inside


def zip_in_zip(solution: str, folder: Path) -> Path:
    """An archive packed once more."""
    return _zip(folder, {"ex3/ex3.zip": zip_of_file(solution, folder).read_bytes()})


def zip_stored_with_comment(solution: str, folder: Path) -> Path:
    """Not compressed, and with a comment at the end."""
    path = folder / "ex3.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("ex3.py", solution)
        archive.comment = b"made at home"
    return path


def tar_plain(solution: str, folder: Path) -> Path:
    """An uncompressed tar with the names that tar likes: ./ in front."""
    return _tar(folder, "ex3.tar", {"./ex3/ex3.py": solution.encode()})


def tar_gz(solution: str, folder: Path) -> Path:
    """A tar.gz with a long path."""
    return _tar(folder, "ex3.tar.gz", {"a very long folder name/" * 8 + "ex3.py": solution.encode()})


def zip_two_solutions(solution: str, folder: Path) -> Path:
    """Two different files with the wanted name."""
    return _zip(folder, {"mine/ex3.py": solution.encode(), "partner/ex3.py": full_marks().encode() + b"x = 1\n"})


def zip_empty(solution: str, folder: Path) -> Path:
    """No file in it."""
    return _zip(folder, {})


def zip_cut_off(solution: str, folder: Path) -> Path:
    """The upload stopped before the end."""
    path = zip_of_file(solution, folder)
    path.write_bytes(path.read_bytes()[:-40])
    return path


def zip_traversal(solution: str, folder: Path) -> Path:
    """A path that climbs out of the archive."""
    return _zip(folder, {"ex3.py": solution.encode(), "../../solutions/ex3/reference.py": b"cheat = True\n"})


def zip_absolute(solution: str, folder: Path) -> Path:
    """A path from the root."""
    return _zip(folder, {"/tmp/ex3.py": solution.encode()})


def zip_drive(solution: str, folder: Path) -> Path:
    """A path on a Windows drive."""
    return _zip(folder, {"C:/Users/ada/ex3.py": solution.encode()})


def zip_link(solution: str, folder: Path) -> Path:
    """The file is a link to the grader's own."""
    path = folder / "ex3.zip"
    link = zipfile.ZipInfo("ex3.py")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(link, "/course/solutions/ex3/reference.py")
    return path


def zip_password(solution: str, folder: Path) -> Path:
    """Protected by a password: the flag is set in both headers."""
    path = zip_of_file(solution, folder)
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    return path


def zip_bomb(solution: str, folder: Path) -> Path:
    """200 MiB of zeros in 200 kB."""
    return _zip(folder, {"ex3.py": solution.encode(), "zeros.bin": b"\0" * (200 * _MIB)})


def zip_many(solution: str, folder: Path) -> Path:
    """Thousands of files."""
    return _zip(folder, {"ex3.py": solution.encode()} | {f"data/{number}.txt": b"" for number in range(2500)})


def zip_entries_beyond_counting(solution: str, folder: Path) -> Path:
    """A directory of a hundred thousand entries."""
    path = zip_of_file(solution, folder)
    data = path.read_bytes()
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    path.write_bytes(data[:start] + data[start:end] * 100_000 + data[end:])
    return path


def zip_same_name_twice(solution: str, folder: Path) -> Path:
    """One name, two contents."""
    path = _zip(folder, {"ex3.py": solution.encode(), "ex4.py": b"x = 1\n"})
    path.write_bytes(path.read_bytes().replace(b"ex4.py", b"ex3.py"))
    return path


def zip_case_collision(solution: str, folder: Path) -> Path:
    """Two names that differ in case alone."""
    return _zip(folder, {"ex3.py": solution.encode(), "EX3.py": b"x = 1\n"})


def zip_unicode_collision(solution: str, folder: Path) -> Path:
    """Two names that differ in how their accent is written."""
    return _zip(folder, {"ex3_caf\u00e9.py": solution.encode(), "ex3_cafe\u0301.py": b"x = 1\n"})


def zip_unusual_method(solution: str, folder: Path) -> Path:
    """Packed with LZMA, which asks for as much memory as it likes."""
    path = folder / "ex3.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("ex3.py", solution)
    return path


def two_zips(solution: str, folder: Path) -> Path:
    """Two archives in one folder."""
    inside = folder / "handed in"
    inside.mkdir()
    zip_of_file(solution, folder).rename(inside / "first.zip")
    zip_of_file(solution, folder).rename(inside / "second.zip")
    return inside


def seven_zip(solution: str, folder: Path) -> Path:
    """A 7z archive."""
    return _bytes(folder / "ex3.7z", b"7z\xbc\xaf\x27\x1c\0\4" + bytes(100))


def rar(solution: str, folder: Path) -> Path:
    """A RAR archive."""
    return _bytes(folder / "ex3.rar", b"Rar!\x1a\x07\x01\0" + bytes(100))


def tar_link(solution: str, folder: Path) -> Path:
    """A hard link to a file outside."""
    return _tar(folder, "ex3.tar", {}, tarfile.LNKTYPE)


def tar_device(solution: str, folder: Path) -> Path:
    """A device that never ends."""
    return _tar(folder, "ex3.tar", {}, tarfile.CHRTYPE)


def gzip_bomb(solution: str, folder: Path) -> Path:
    """A tar.gz of 200 MiB of zeros."""
    return _bytes(folder / "ex3.tar.gz", gzip.compress(b"\0" * (200 * _MIB), compresslevel=1))


def gzip_alone(solution: str, folder: Path) -> Path:
    """The file packed by gzip, which is no archive of files."""
    return _bytes(folder / "ex3.py.gz", gzip.compress(solution.encode()))


def _zip(folder: Path, files: dict[str, bytes]) -> Path:
    path = folder / "ex3.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def _tar(folder: Path, name: str, files: dict[str, bytes], special: bytes | None = None) -> Path:
    path = folder / name
    with tarfile.open(path, "w:gz" if name.endswith("gz") else "w") as archive:
        for member, data in files.items():
            info = tarfile.TarInfo(member)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        if special:
            info = tarfile.TarInfo("ex3.py")
            info.type, info.linkname = special, "/course/solutions/ex3/reference.py"
            archive.addfile(info)
    return path


def _bytes(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path
