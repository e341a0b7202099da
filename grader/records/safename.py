"""A student's id as a file name that every file system takes, and that no other student of the class shares."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Container

_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_LONGEST_BYTES = 180
"""Leaves room for endings and for the name of an unfinished file, where 255 bytes are the limit."""


def folded(name: str) -> str:
    """Return the name as systems compare it that ignore case and Unicode's several spellings."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def file_name(student: str, taken: Container[str]) -> str:
    """Return the id itself where it is safe and its folded form is not `taken`, else a safe one marked by its hash."""
    safe = _UNSAFE.sub("_", unicodedata.normalize("NFC", student)).strip().rstrip(".")
    if not safe or safe.startswith((".", "~", "-")) or _RESERVED.fullmatch(safe):
        safe = f"_{safe}"
    while len(safe.encode()) > _LONGEST_BYTES:
        safe = safe[:-1]
    if safe == student and folded(safe) not in taken:
        return safe
    return f"{safe}~{hashlib.sha256(student.encode()).hexdigest()[:12]}"
