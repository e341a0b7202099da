"""One hand-in of a class: who made it, when, and how to read it. What every layout of a download is turned into."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from grader.result.text import one_line
from grader.submission.files import Files

_LONGEST = 120


@dataclass(frozen=True)
class Person:
    """A student. Only `id` tells two of them apart: names need not be unique."""

    id: str
    name: str
    email: str = ""

    @property
    def shown(self) -> str:
        """Name and id, for messages."""
        return self.id if self.name in ("", self.id) else f"{self.name} ({self.id})"


@dataclass(frozen=True)
class Attempt:
    """One hand-in, not yet read."""

    people: tuple[Person, ...]
    """Everyone who gets the mark: one, or the members of a group."""
    key: str
    """What the download calls whoever handed in: a participant number, a user id, a group."""
    where: str
    """Its place in the download, for messages."""
    read: Callable[[], Files]
    """Its files. May raise SubmissionRefused."""
    at: datetime | None = None
    """When it was handed in, as far as the download tells."""
    late: bool = False
    """Whether the download marks it as late."""
    count: int = 1
    """How many attempts there were; this is the newest."""


def identity(text: str) -> str:
    """Return `text` as an id: printable, on one line, bounded, not empty; two different long texts stay different."""
    line = one_line(unicodedata.normalize("NFC", text), 4 * _LONGEST)
    if 0 < len(line) <= _LONGEST:
        return line
    return f"{line[: _LONGEST - 13].rstrip()}…{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"
