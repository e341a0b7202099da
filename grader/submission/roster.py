"""The list of a class, as CSV: who is in it, under which ids and addresses, and in which group."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import UsageError
from grader.submission.attempt import Attempt, Person, identity
from grader.submission.names import quoted

_IDS = (
    "id", "student id", "sid", "student", "identifier", "username", "user name", "login", "sis login id", "sis user id",
    "id number", "org defined id", "user id", "canvas id", "canvas user id", "email", "email address",
)  # fmt: skip
"""Columns that tell people apart, in the order in which one is taken as the id."""
_NAMES = ("name", "full name", "student name", "student")
_FIRST, _LAST = ("first name", "given name"), ("last name", "surname", "family name")
_EMAILS = ("email", "email address", "e-mail")
_GROUPS = ("group", "group name")
_PARTICIPANT = "Participant "
"""What Moodle's worksheet puts before the number by which its download knows somebody."""


@dataclass(frozen=True)
class Entry:
    """One line of a roster."""

    person: Person
    ids: Mapping[str, str]
    """By column, folded."""
    group: str = ""


@dataclass(frozen=True)
class Roster:
    """A class."""

    entries: tuple[Entry, ...]

    @property
    def people(self) -> list[Person]:
        """Everybody, in the order of the file."""
        return [entry.person for entry in self.entries]

    def applied(self, attempts: Sequence[Attempt], columns: Sequence[str] = ()) -> tuple[list[Attempt], list[str]]:
        """Return the attempts with the roster's people in the places of the download's, and what to say of it.

        Ids are looked for in `columns`, in all of them by default, and addresses everywhere. A name counts only where
        it stands once on either side. Whoever is not found stays as the download has them.
        """
        names = Counter(_letters(person.name) for attempt in attempts for person in attempt.people)
        found, unknown = [], []
        for attempt in attempts:
            people: list[Person] = []
            for person in attempt.people:
                known = self._known(person, attempt.key, columns, names[_letters(person.name)] == 1)
                people += known or [person]
                unknown += [] if known else [person.shown]
            found.append(replace(attempt, people=tuple(dict.fromkeys(people))))
        return found, [f"Not in the roster: {quoted(unknown)}."] if unknown else []

    def _known(self, person: Person, key: str, columns: Sequence[str], only_one: bool) -> list[Person]:
        keys = {_folded(person.id), _folded(key)} if not columns else {_folded(key)}
        where = columns or _IDS
        matches = [e for e in self.entries if any(e.ids.get(column) in keys for column in where)]
        if not matches and person.email:
            matches = [e for e in self.entries if _folded(person.email) in [e.ids.get(column) for column in _EMAILS]]
        if not matches:
            group = {_folded(key), _folded(person.name)}
            matches = [e for e in self.entries if e.group and _folded(e.group) in group]
            if matches:
                return [entry.person for entry in matches]
        if not matches and only_one:
            matches = [e for e in self.entries if _letters(e.person.name) == _letters(person.name)]
        return [matches[0].person] if len(matches) == 1 else []


def read_roster(path: Path) -> Roster:
    """Read a CSV with a line of headings. UsageError if it has no column that tells people apart, or an id twice."""
    text = _text(path)
    try:
        lines = list(csv.reader(io.StringIO(text), delimiter=_delimiter(text)))
    except csv.Error as problem:
        raise UsageError(f"{path} is no table: {problem}.") from None
    header = [_folded(cell) for cell in lines[0]] if lines else []
    keys = [column for column in _IDS if column in header]
    if not keys:
        raise UsageError(
            f"{path} has no column that tells people apart.",
            f"Its first line names the columns; one of them is {', '.join(_IDS[:4])}, username or email.",
        )
    entries: dict[str, Entry] = {}
    for number, line in enumerate(lines[1:], 2):
        cells = {column: cell.strip() for column, cell in zip(header, line, strict=False)}
        if not cells.get(keys[0]):
            continue
        entry = _entry(cells, keys)
        if entry.person.id in entries:
            raise UsageError(f"{path}, line {number}: {entry.person.id} is there already.", "Ids must be different.")
        entries[entry.person.id] = entry
    return Roster(tuple(entries.values()))


def _entry(cells: Mapping[str, str], keys: Sequence[str]) -> Entry:
    name = _first(cells, _FIRST), _first(cells, _LAST)
    named = [column for column in _NAMES if column != keys[0]]
    key = _number(cells[keys[0]])
    person = Person(
        identity(key), identity(_first(cells, named) or " ".join(name).strip() or key), _first(cells, _EMAILS)
    )
    ids = {column: _folded(_number(cells[column])) for column in keys if cells.get(column)}
    return Entry(person, ids, _first(cells, _GROUPS))


def _number(cell: str) -> str:
    return cell.removeprefix(_PARTICIPANT)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # what Excel writes where UTF-8 is not asked for


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _first(cells: Mapping[str, str], columns: Sequence[str]) -> str:
    return next((cells[column] for column in columns if cells.get(column)), "")


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _letters(name: str) -> str:
    """The name's letters alone, in their order by word: platforms drop signs and turn names around."""
    words = "".join(c if c.isalnum() or c.isspace() else "," if c == "," else "" for c in name.casefold())
    return "".join(sorted(words.replace(",", " ").split()))
