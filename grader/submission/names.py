"""File names as students' systems make them: endings, copies, leftovers, and how to quote a name safely."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Literal

from grader.submission.bounds import SHOWN_CHARACTERS, SHOWN_ITEMS

Kind = Literal["python", "notebook"]

_ENDINGS: tuple[tuple[str, Kind], ...] = (
    (".py", "python"),
    (".ipynb", "notebook"),
    # Windows hides the last ending, and browsers add one to what they do not know.
    (".py.txt", "python"),
    (".ipynb.txt", "notebook"),
    (".ipynb.json", "notebook"),
)
ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".7z", ".rar", ".tar.bz2", ".tar.xz")
_LEFTOVERS = {"__macosx", "__pycache__", "node_modules", "site-packages", "venv", "env", "thumbs.db", "desktop.ini"}


def printable(text: str) -> str:
    """The text bounded and with everything unprintable escaped; safe on a terminal."""
    cut = text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)


def shown(text: str) -> str:
    """The printable text in quotes."""
    return f'"{printable(text)}"'


def listed(items: Iterable[str]) -> str:
    """The items with commas, at most a handful and then how many more."""
    known = list(items)
    more = len(known) - SHOWN_ITEMS
    return ", ".join(known[:SHOWN_ITEMS]) + (f" and {more} more" if more > 0 else "")


def quoted(names: Iterable[str]) -> str:
    """The names in order, each in quotes, at most a handful."""
    return listed(shown(name) for name in sorted(names))


def folded(name: str) -> str:
    """The name as systems that ignore case and Unicode form compare it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def basename(path: str) -> str:
    """The last part of a path with forward slashes."""
    return path.rpartition("/")[2]


def is_leftover(path: str) -> bool:
    """Whether a system or tool left this file behind: hidden files, caches, environments, Mac metadata."""
    return any(part.startswith((".", "~$")) or folded(part) in _LEFTOVERS for part in path.split("/"))


def kind_of(name: str) -> Kind | None:
    """What the ending says the file is; None for anything that is neither Python nor a notebook."""
    plain = folded(basename(name)).strip()
    return next((kind for ending, kind in reversed(_ENDINGS) if plain.endswith(ending)), None)


def is_archive_name(name: str) -> bool:
    """Whether the ending says that the file is an archive."""
    return folded(name).strip().endswith(ARCHIVE_ENDINGS)


def without_ending(name: str) -> str:
    """The file name without its folder and without every known ending: `ex3` for `a/ex3.py.txt`."""
    stem = basename(name).strip()
    endings = sorted((*(ending for ending, _ in _ENDINGS), *ARCHIVE_ENDINGS), key=len, reverse=True)
    while found := next((e for e in endings if folded(stem).endswith(e) and len(stem) > len(e)), None):
        stem = stem[: -len(found)].rstrip()
    return stem


def closeness(name: str, wanted: str) -> int:
    """0: the name is the wanted one. 1: it holds the wanted one as a word, in any case. 2: any other name."""
    stem = without_ending(name)
    if stem == wanted:
        return 0
    return 1 if re.search(rf"(?<![^\W_]){re.escape(folded(wanted))}(?![^\W_])", folded(stem)) else 2
