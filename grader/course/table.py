"""One table of a configuration file, read key by key; mistakes are collected, not raised."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from grader.course.lines import KeyPath, key_lines

T = TypeVar("T")
_REQUIRED: Any = object()


class Problems:
    """The mistakes found in one file, each as a line of text that begins with its place."""

    def __init__(self, text: str) -> None:
        self._lines = key_lines(text)
        self._found: list[tuple[int, str]] = []

    def add(self, path: KeyPath, words: str) -> None:
        """Note a mistake at `path`; its line is that of the nearest table that has one."""
        known = (self._lines[path[:length]] for length in range(len(path), 0, -1) if path[:length] in self._lines)
        self._found.append((next(known, 0), words))

    @property
    def found(self) -> list[str]:
        """All mistakes, in the order of their lines."""
        ordered = sorted(self._found, key=lambda mistake: mistake[0])
        return [f"line {line}: {words}" if line else words for line, words in ordered]


class Table:
    """A table at `path` of the file. Each reader returns a value of the right type, if need be an empty one."""

    def __init__(self, data: Mapping[str, Any], problems: Problems, path: KeyPath = ()) -> None:
        self._data = data
        self._problems = problems
        self._path = path

    def complain(self, key: str, words: str) -> None:
        """Note a mistake in the value of `key`."""
        self._problems.add((*self._path, key), f"`{key}` {words}")

    def only(self, *known: str) -> None:
        """Refuse all keys but these."""
        for key in self._data.keys() - set(known):
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"known are {', '.join(known)}"
            self._problems.add((*self._path, key), f"unknown key `{key}`; {hint}")

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, whatever they are."""
        return tuple(self._data)

    def text(self, key: str) -> str:
        """A string that is not empty."""

        def right(value: Any) -> bool:
            return isinstance(value, str) and bool(value.strip())

        return str(self._take(key, right, "text", _REQUIRED, ""))

    def texts(self, key: str, default: Sequence[str] = _REQUIRED) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(self._take(key, _are_texts, "a list of texts", default, ()))

    def texts_or(self, key: str, words: Sequence[str], default: str) -> Any:
        """A list of strings, or one of some words."""

        def right(value: Any) -> bool:
            return value in words if isinstance(value, str) else _are_texts(value)

        value = self._take(key, right, f"a list of texts or one of {', '.join(map(repr, words))}", default, default)
        return value if isinstance(value, str) else tuple(value)

    def integer(self, key: str, default: int | None = _REQUIRED) -> int | None:
        """A whole number above zero."""

        def right(value: Any) -> bool:
            return isinstance(value, int) and not isinstance(value, bool) and value > 0

        number: int | None = self._take(key, right, "a whole number above 0", default, None)
        return number

    def positive(self, key: str, default: T) -> T:
        """A finite number above zero, whole if the default is."""

        def right(value: Any) -> bool:
            kinds = int if isinstance(default, int) else int | float
            return isinstance(value, kinds) and not isinstance(value, bool) and 0 < value < float("inf")

        what = "a whole number above 0" if isinstance(default, int) else "a number above 0"
        number: T = self._take(key, right, what, default, default)
        return number

    def choice(self, key: str, known: Sequence[str], default: str = _REQUIRED) -> Any:
        """One of the known words."""
        value = self._take(key, lambda value: isinstance(value, str), "text", default, known[0])
        if value in known:
            return value
        near = difflib.get_close_matches(value, known, n=1)
        self.complain(key, f"is {value!r}; " + (f"did you mean {near[0]!r}?" if near else f"it is one of {known}"))
        return known[0]

    def converted(self, key: str, convert: Callable[[object], T], missing: T) -> T:
        """A value that `convert` accepts; its ValueError becomes the complaint."""
        if key not in self._data:
            self.complain(key, "is missing")
            return missing
        try:
            return convert(self._data[key])
        except ValueError as problem:
            self.complain(key, f"is wrong: {problem}")
            return missing

    def table(self, key: str) -> Table:
        """A table inside this one; an absent one is empty."""
        data = self._take(key, lambda value: isinstance(value, dict), f"a table, written [{key}]", {}, {})
        return Table(data, self._problems, (*self._path, key))

    def tables(self, key: str) -> list[Table]:
        """The tables of an array of them, at least one."""

        def right(value: Any) -> bool:
            return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)

        tables = self._take(key, right, f"one or more tables, written [[{key}]]", _REQUIRED, [])
        return [Table(data, self._problems, (*self._path, key, place)) for place, data in enumerate(tables)]

    def _take(self, key: str, right: Callable[[Any], bool], what: str, default: Any, empty: Any) -> Any:
        if key not in self._data:
            if default is not _REQUIRED:
                return default
            self.complain(key, f"is missing ({what})")
        elif right(self._data[key]):
            return self._data[key]
        else:
            self.complain(key, f"is {what}, not {self._data[key]!r:.60}")
        return empty


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)
