"""Values as msgpack data: scalars as they are, everything else as [tag, …]. Bounded in depth and number both ways."""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Any

import torch

from grader.sandbox.frames import Blob, ProtocolError
from grader.sandbox.tensors import DTYPES

MAX_DEPTH = 32
MAX_NODES = 100_000
MAX_KEYS = 1024
"""Keys of all dicts and members of all sets: chosen so that they collide, they cost their number squared."""
MAX_INTEGER_BITS = 1 << 16
MAX_TEXT = 200_000

Reference = list[Any]
"""[tag, …] for what is no plain data: a tensor or an object."""


class TooLarge(Exception):
    """A value is too deep or has too many parts to cross."""

    def __init__(self) -> None:
        super().__init__("it is too large to be passed on")


class Encoder:
    """Turns one value into data. `refer` gives the reference for whatever is not plain."""

    def __init__(self, refer: Callable[[Any], Reference]) -> None:
        self._refer = refer
        self._left = MAX_NODES
        self._keys = MAX_KEYS

    def __call__(self, value: Any, depth: int = 0) -> Any:
        self._left -= 1
        if depth > MAX_DEPTH or self._left < 0:
            raise TooLarge
        kind = type(value)
        if value is None or kind is bool or kind is float:
            return value
        if kind is int:
            if value.bit_length() > MAX_INTEGER_BITS:
                raise TooLarge
            return value if -(2**63) <= value < 2**63 else ["int", hex(value)]
        if kind is str:
            if len(value) > MAX_TEXT:
                raise TooLarge
            return value.encode("utf-8", "replace").decode()
        if kind is bytes:
            return Blob(value)
        if kind is complex:
            return ["complex", value.real, value.imag]
        if kind is torch.dtype:
            return ["dtype", str(value).removeprefix("torch.")]
        if isinstance(value, tuple):
            return ["tuple", *(self(entry, depth + 1) for entry in value)]
        if kind is list:
            return ["list", *(self(entry, depth + 1) for entry in value)]
        if kind in (set, frozenset):
            self._count(value)
            return ["set", *(self(entry, depth + 1) for entry in value)]
        if isinstance(value, dict):
            self._count(value)
            pairs = [part for key, entry in value.items() for part in (self(key, depth + 1), self(entry, depth + 1))]
            return ["dict", *pairs]
        return self._refer(value)

    def _count(self, table: Sized) -> None:
        self._keys -= len(table)
        if self._keys < 0:
            raise TooLarge


class Decoder:
    """Turns data back into a value. `resolve` gives the object for a reference; ProtocolError for anything
    malformed.
    """

    def __init__(self, resolve: Callable[[Reference], Any]) -> None:
        self._resolve = resolve
        self._left = MAX_NODES
        self._keys = MAX_KEYS

    def __call__(self, data: Any, depth: int = 0) -> Any:
        self._left -= 1
        if depth > MAX_DEPTH or self._left < 0:
            raise ProtocolError("a value is too deep or has too many parts")
        if data is None or type(data) in (bool, int, float, str, bytes):
            return data
        if type(data) is not list or not data or type(data[0]) is not str:
            raise ProtocolError("malformed value")
        tag, *rest = data
        match tag:
            case "int":
                return _integer(rest)
            case "complex" if len(rest) == 2 and all(type(part) is float for part in rest):
                return complex(*rest)
            case "dtype" if len(rest) == 1 and type(rest[0]) is str and rest[0] in DTYPES:
                return DTYPES[rest[0]]
            case "tuple":
                return tuple(self(entry, depth + 1) for entry in rest)
            case "list":
                return [self(entry, depth + 1) for entry in rest]
            case "set":
                return frozenset(self._key(self(entry, depth + 1)) for entry in rest)
            case "dict" if len(rest) % 2 == 0:
                parts = [self(entry, depth + 1) for entry in rest]
                return {self._key(key): entry for key, entry in zip(parts[::2], parts[1::2], strict=True)}
        return self._resolve(data)

    def _key(self, value: Any) -> Any:
        self._keys -= 1
        try:
            hash(value)
        except TypeError as error:
            raise ProtocolError("a key or member cannot be one") from error
        if self._keys < 0:
            raise ProtocolError("a value has too many keys")
        return value


def _integer(rest: list[Any]) -> int:
    text = rest[0] if len(rest) == 1 else None
    if not isinstance(text, str) or len(text) > MAX_INTEGER_BITS // 4 + 3:
        raise ProtocolError("malformed integer")
    try:
        return int(text, 16)
    except ValueError as error:
        raise ProtocolError("malformed integer") from error
