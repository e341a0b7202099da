"""Bytes to text, whatever system saved them."""

from __future__ import annotations

import pytest

from grader.errors import SubmissionRefused
from grader.submission.bounds import SOURCE_CHARACTERS
from grader.submission.text import check_length, decode, tidy

CODE = "name = 'Zoë'\nx = 1\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_utf8_needs_no_note(encoding: str) -> None:
    """With and without a byte order mark."""
    assert decode(CODE.encode(encoding), "ex3.py") == (CODE, ())


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_other_unicode_is_read_with_a_note(encoding: str) -> None:
    """With a mark, and without one by its null bytes."""
    text, (note,) = decode(CODE.encode(encoding), "ex3.py")
    assert text == CODE
    assert f"is saved as {encoding[:6].upper()}" in note
    assert "choose UTF-8" in note


def test_a_windows_code_page_is_read_with_a_note() -> None:
    """The note says where the first such letter stands."""
    text, (note,) = decode(("x = 1\n" + CODE).encode("cp1252"), "ex3.py")
    assert text == "x = 1\n" + CODE
    assert note == (
        '"ex3.py" is not saved as UTF-8 (first seen in line 2). It was read as Windows text, so letters beyond English '
        "ones may be wrong; choose UTF-8 when you save it."
    )


@pytest.mark.parametrize(
    "first", ["# -*- coding: latin-1 -*-\n", "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\n"]
)
def test_a_line_that_names_the_encoding_is_believed(first: str) -> None:
    """In the first line or the second, as Python does."""
    assert decode((first + CODE).encode("cp1252"), "ex3.py") == (first + CODE, ())


@pytest.mark.parametrize("codec", ["punycode", "utf-7", "rot13", "zlib", "unicode_escape", "idna"])
def test_codecs_that_are_no_encodings_are_not_used(codec: str) -> None:
    """Some of those take time that grows with the square of the text."""
    source = f"# coding: {codec}\nx = '+AGE-'\n"
    assert decode(source.encode(), "ex3.py")[0] == source


def test_an_unknown_encoding_is_named() -> None:
    """The file is read as UTF-8."""
    text, (note,) = decode(b"# coding: utf8mb4\nx = 1\n", "ex3.py")
    assert text.endswith("x = 1\n")
    assert '"utf8mb4"' in note


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"PK\x03\x04rest", "a zip archive or an Office document"),
        (b"%PDF-1.7", "a PDF document"),
        (b"{\\rtf1\\ansi", "a rich-text document (RTF)"),
        (b"\n <!doctype html><p>", "a web page"),
        (b"<HTML><body>", "a web page"),
        (b"version https://git-lfs.github.com", "a Git LFS pointer, not the file that it stands for"),
        (bytes(range(256)) * 9, "not text"),
    ],
)
def test_what_is_no_text_is_refused_by_its_kind(data: bytes, found: str) -> None:
    """The message says what was found, what was wanted, and what to do."""
    with pytest.raises(SubmissionRefused) as refused:
        decode(data, "ex3.py")
    assert refused.value.message == f'"ex3.py" is {found}; wanted is Python source or a notebook.'
    assert "Renaming the file does not convert it." in refused.value.advice


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b" \r\n\t\n", b"\0" * 4096, b"\x1a"])
def test_an_empty_file_is_refused(data: bytes) -> None:
    """However empty it is."""
    with pytest.raises(SubmissionRefused, match=r'"ex3\.py" is empty'):
        decode(data, "ex3.py")


def test_null_bytes_at_the_end_are_left_out() -> None:
    """With a note, since more may be missing."""
    text, (note,) = decode(b"x = 1\n" + b"\0" * 512, "ex3.py")
    assert text == "x = 1\n"
    assert "ends in null bytes" in note


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\r\r\n"])
def test_every_line_end_becomes_a_line_feed(ends: str) -> None:
    """So line numbers are those that the student sees."""
    assert tidy(f"a = 1{ends}b = 2") == "a = 1\nb = 2\n"


def test_half_a_character_is_replaced() -> None:
    """JSON may hold one, and nothing can encode it."""
    tidy("x = '\ud83d'").encode()


def test_more_code_than_anybody_writes_is_refused() -> None:
    """The advice is about data, which is what it usually is."""
    check_length(SOURCE_CHARACTERS, "ex3.py")
    with pytest.raises(SubmissionRefused, match="2,097,153 characters of code; at most 2,097,152"):
        check_length(SOURCE_CHARACTERS + 1, "ex3.py")
