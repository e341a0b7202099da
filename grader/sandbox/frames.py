"""Frames: length-prefixed msgpack over a descriptor. Bounded before it is read, one error type for everything
malformed.

The sealed worker may only read and write its descriptor, so nothing here uses socket calls.
"""

from __future__ import annotations

import os
import struct
from typing import Any

import msgpack

HEADER = struct.Struct(">II")
"""Length of the message proper, and of the bulk data that follows it."""

MAX_MESSAGE = 1 << 20
"""The longest message proper that is accepted from a worker: parsing it is what costs the trusted side time and
memory.
"""

PIECES = 1024
"""How many pieces the system writes at once."""

_BLOB = 1
_LENGTH = struct.Struct(">I")


class Blob:
    """Bytes that travel as bulk data behind the message."""

    def __init__(self, data: bytes) -> None:
        self.data = data


class ProtocolError(Exception):
    """The other side sent something that is not a valid message."""


class TooLong(ProtocolError):
    """The message is longer than this side accepts."""


class Closed(Exception):
    """The other side is gone."""


def pack(message: Any) -> list[bytes]:
    """The frame that carries `message`, in pieces: header, message, and the data of its blobs in order."""
    blobs: list[bytes] = []

    def take(value: Any) -> msgpack.ExtType:
        if not isinstance(value, Blob):
            raise TypeError(f"a {type(value).__name__} cannot be sent")
        blobs.append(value.data)
        return msgpack.ExtType(_BLOB, _LENGTH.pack(len(value.data)))

    body: bytes = msgpack.packb(message, use_bin_type=True, default=take)
    return [HEADER.pack(len(body), sum(map(len, blobs))), body, *blobs]


def lengths(header: bytes, most: int, most_bulk: int) -> tuple[int, int]:
    """The lengths that a header announces; TooLong if one is over its limit in bytes."""
    message, bulk = HEADER.unpack(header)
    if message > most or bulk > most_bulk:
        raise TooLong(f"a message of {message} + {bulk} bytes is over the limit of {most} + {most_bulk}")
    return message, bulk


def unpack(body: bytes, bulk: bytes) -> Any:
    """The message in a frame, its blobs as bytes. Other extension types and invalid text are refused; a timestamp
    stays one, and is nothing that a reader accepts.
    """
    used = 0

    def give(code: int, data: bytes) -> bytes:
        nonlocal used
        if code != _BLOB or len(data) != _LENGTH.size:
            raise ProtocolError(f"extension type {code}")
        (size,) = _LENGTH.unpack(data)
        if used + size > len(bulk):  # each byte is handed out once, so a message cannot grow by being read
            raise ProtocolError("more bulk data is named than was sent")
        used += size
        return bulk[used - size : used]

    try:
        message = msgpack.unpackb(body, raw=False, ext_hook=give, timestamp=0)
    except ProtocolError:
        raise
    except Exception as error:  # msgpack raises six unrelated types for malformed input
        raise ProtocolError(f"not a valid message ({type(error).__name__})") from error
    if used != len(bulk):
        raise ProtocolError("more bulk data was sent than is named")
    return message


class BlockingChannel:
    """Sends and receives whole frames on descriptors that block. For sides that have nothing else to watch."""

    def __init__(self, reader: int, writer: int, limit: int) -> None:
        self._reader = reader
        self._writer = writer
        self.limit = limit
        """The most bytes of a message, and of its bulk data, that are accepted."""

    def send(self, message: Any) -> None:
        """Send one message."""
        try:
            pieces = [memoryview(piece) for piece in pack(message)]
            while pieces:
                written = os.writev(self._writer, pieces[:PIECES])
                while pieces and written >= len(pieces[0]):
                    written -= len(pieces.pop(0))
                if pieces:
                    pieces[0] = pieces[0][written:]
        except BrokenPipeError as error:
            raise Closed from error

    def receive(self) -> Any:
        """Wait for one message; Closed at the end of the stream."""
        message, bulk = lengths(self._read(HEADER.size), self.limit, self.limit)
        return unpack(self._read(message), self._read(bulk))

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = os.read(self._reader, min(size - len(data), 1 << 20))
            if not part:
                raise Closed
            data += part
        return bytes(data)
