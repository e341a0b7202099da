"""Bytes to text, whatever system saved them: encodings, line ends, and files that are no text at all."""

from __future__ import annotations

import codecs
import re

from grader.errors import SubmissionRefused
from grader.submission.bounds import SOURCE_CHARACTERS
from grader.submission.names import shown

_NOT_TEXT = (
    (b"PK\x03\x04", "a zip archive or an Office document"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"%PDF", "a PDF document"),
    (b"{\\rtf", "a rich-text document (RTF)"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"\x7fELF", "a compiled program"),
    (b"\x00\x05\x16\x07", "Mac metadata"),
    (b"version https://git-lfs", "a Git LFS pointer, not the file that it stands for"),
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_COOKIE = re.compile(rb"\A(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))?[ \t\f]*#[^\r\n]*?coding[:=][ \t]*([-\w.]{1,40})")
# Only codecs that map bytes to characters one way: others that Python knows can be made to take very long.
_TRUSTED_CODEC = re.compile(r"utf-8|ascii|iso8859-\d+|cp\d+|mac-\w+|koi8-\w|gb\w+|big5\w*|shift_jis\w*|euc_\w+")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_WEB_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html|head)\b", re.IGNORECASE)


def decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """The text of a file and notes about how it was read.

    Raises SubmissionRefused if the file is empty or is no text: an archive, an Office document, a web page, a picture.
    """
    foreign = next((kind for magic, kind in _NOT_TEXT if data.startswith(magic)), None)
    if foreign:
        raise _refused(name, foreign)
    text, notes = _decoded(data, name)
    kept = text.rstrip("\0\x1a")
    if text[len(kept) :].count("\0"):
        notes += (f"{shown(name)} ends in null bytes, which were left out; the file may have been cut off.",)
    if not kept.strip("\0 \t\r\n\f"):
        raise SubmissionRefused(
            f"{shown(name)} is empty.",
            "Open your own copy to see that your work is in it, save it, and hand it in again.",
        )
    sample = kept[:100_000]
    if len(_CONTROLS.findall(sample)) * 10 > len(sample):
        raise _refused(name, "not text")
    if _WEB_PAGE.match(kept):
        raise _refused(name, "a web page")
    return kept, notes


def tidy(text: str) -> str:
    """The text with line feeds at the line ends, a final one included, and without halves of surrogate pairs."""
    text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)
    return text if text.endswith("\n") else text + "\n"


def check_length(characters: int, name: str) -> None:
    """Raise SubmissionRefused if this is more source than anybody writes."""
    if characters > SOURCE_CHARACTERS:
        raise SubmissionRefused(
            f"{shown(name)} holds {characters:,} characters of code; at most {SOURCE_CHARACTERS:,} are read.",
            "Data does not belong in the code: leave it out.",
        )


def _refused(name: str, found: str) -> SubmissionRefused:
    return SubmissionRefused(
        f"{shown(name)} is {found}; wanted is Python source or a notebook.",
        "Save your work as plain text with the ending .py, or download the notebook itself as .ipynb, "
        "and hand that in. Renaming the file does not convert it.",
    )


def _decoded(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    for mark, codec in _MARKS:
        if data.startswith(mark):
            note = () if codec == "utf-8" else (_other_encoding(name, codec[:6].upper()),)
            return data[len(mark) :].decode(codec, "replace"), note
    if unmarked := _unmarked_utf16(data):
        return data.decode(unmarked, "replace"), (_other_encoding(name, "UTF-16"),)
    notes: tuple[str, ...] = ()
    if cookie := _COOKIE.match(data):
        codec = cookie[1].decode("ascii", "replace")
        try:
            known = codecs.lookup(codec)
            if _TRUSTED_CODEC.fullmatch(known.name):
                return data.decode(known.name), ()
        except LookupError:
            notes = (f"{shown(name)} names an encoding that Python does not know, {shown(codec)}; it was ignored.",)
        except UnicodeDecodeError:
            pass  # the line says one thing and the bytes another: go by the bytes
    try:
        return data.decode("utf-8"), notes
    except UnicodeDecodeError as wrong:
        line = 1 + data.count(b"\n", 0, wrong.start)
        return data.decode("cp1252", "replace"), (
            *notes,
            f"{shown(name)} is not saved as UTF-8 (first seen in line {line}). It was read as Windows text, so letters "
            "beyond English ones may be wrong; choose UTF-8 when you save it.",
        )


def _other_encoding(name: str, encoding: str) -> str:
    return f"{shown(name)} is saved as {encoding}, which Python itself does not run; choose UTF-8 when you save it."


def _unmarked_utf16(data: bytes) -> str | None:
    """Source is mostly ASCII, so UTF-16 without a mark shows as a null in nearly every second byte."""
    sample = data[:4000]
    even, odd, half = sample[::2].count(0), sample[1::2].count(0), len(sample) // 2
    if half and odd > 0.7 * half and even < 0.1 * half:
        return "utf-16-le"
    if half and even > 0.7 * half and odd < 0.1 * half:
        return "utf-16-be"
    return None
