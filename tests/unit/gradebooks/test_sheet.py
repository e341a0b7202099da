"""Downloaded tables are read whatever their dialect, and come back in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.gradebooks.sheet import read_sheet

TEXT = '"Name","ID"\r\n"O\'Neil, S.","1"\r\n"two\nlines","2"\r\n"Ünal ""X""","3"\r\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\r\n", "\n"])
def test_the_dialect_stays(tmp_path: Path, encoding: str, delimiter: str, newline: str) -> None:
    text = TEXT.replace('","', f'"{delimiter}"').replace("\r\n", newline)
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode(encoding))
    sheet = read_sheet(path)
    assert sheet.rows[1:] == (("O'Neil, S.", "1"), ("two\nlines", "2"), ('Ünal "X"', "3"))
    again = tmp_path / "again.csv"
    again.write_bytes(sheet.written(sheet.rows))
    assert read_sheet(again) == sheet
    assert sheet.encoding == encoding


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is no table"),
        (b"Name,ID\n", "is no table with a header and at least one student"),
        (b"Name\nAda\n", "is no table"),
        ("Name,ID\nÜnal,1\n".encode("latin-1"), "is not UTF-8"),
        (b"Name,ID\nx," + b"y" * 200_000 + b"\n", "field larger than field limit"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(data)
    with pytest.raises(UsageError, match=says):
        read_sheet(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file or directory"):
        read_sheet(tmp_path / "absent.csv")
