"""Frames: what is sent arrives, whatever is malformed is a ProtocolError, and nothing is read beyond its limit."""

from __future__ import annotations

import os
import struct
import threading
from typing import Any

import msgpack
import pytest

from grader.sandbox.frames import (
    HEADER,
    PIECES,
    Blob,
    BlockingChannel,
    Closed,
    ProtocolError,
    TooLong,
    lengths,
    pack,
    unpack,
)


def sent(message: Any) -> Any:
    """The message after it was packed and unpacked."""
    header, body, *bulk = pack(message)
    assert HEADER.unpack(header) == (len(body), sum(map(len, bulk)))
    return unpack(body, b"".join(bulk))


@pytest.mark.parametrize(
    "message",
    [None, True, 0, -(2**63), 2**64 - 1, 0.5, "", "text \u2028 \U0001f600", b"\0\xff", [], [1, [2, [3]]], {"a": [1]}],
)
def test_plain_messages_arrive(message: Any) -> None:
    assert sent(message) == message


def test_blobs_arrive_in_their_order_behind_the_message() -> None:
    pieces = pack(["x", Blob(b"one"), [Blob(b""), Blob(b"three")]])
    assert pieces[2:] == [b"one", b"", b"three"]
    assert unpack(pieces[1], b"onethree") == ["x", b"one", [b"", b"three"]]


def test_what_is_no_data_is_not_sent() -> None:
    with pytest.raises(TypeError, match="a object cannot be sent"):
        pack(["x", object()])


class TestLengths:
    def test_up_to_the_limits(self) -> None:
        assert lengths(HEADER.pack(10, 20), 10, 20) == (10, 20)

    @pytest.mark.parametrize("announced", [(11, 0), (0, 21), (2**32 - 1, 0), (0, 2**32 - 1)])
    def test_beyond_a_limit(self, announced: tuple[int, int]) -> None:
        with pytest.raises(TooLong, match="over the limit of 10"):
            lengths(HEADER.pack(*announced), 10, 20)


class TestMalformed:
    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"\xc1",  # a byte that msgpack never uses
            b"\x92\x01",  # a list of two with one entry
            b"\x01\x01",  # two messages
            b"\xa1\xff",  # text that is not UTF-8
            b"\xdd\xff\xff\xff\xff",  # a list of four billion
            b"\xdf\xff\xff\xff\xff",
            b"\xc6\xff\xff\xff\xff",
            b"\x91" * 100_000 + b"\xc0",
            b"\x81\x90\x01",  # a list as a key
            b"\x81\x01\x01",  # a number as a key
            msgpack.packb(msgpack.ExtType(5, b"cos\nsystem\n.")),
            msgpack.packb(msgpack.ExtType(1, b"xyz")),
        ],
    )
    def test_messages(self, body: bytes) -> None:
        with pytest.raises(ProtocolError):
            unpack(body, b"")

    @pytest.mark.parametrize(
        ("named", "bulk"), [([3], b"xx"), ([2], b"xxx"), ([], b"x"), ([1, 1], b"x"), ([2**32 - 1], b"")]
    )
    def test_bulk_data_is_handed_out_exactly_once(self, named: list[int], bulk: bytes) -> None:
        body = msgpack.packb([msgpack.ExtType(1, struct.pack(">I", size)) for size in named])
        with pytest.raises(ProtocolError, match="bulk data"):
            unpack(body, bulk)


class TestBlockingChannel:
    def test_messages_cross_a_pipe_whole_and_in_order(self) -> None:
        large = bytes(range(256)) * 20_000  # more than a pipe holds
        reader, writer = os.pipe()
        sender = BlockingChannel(-1, writer, 1 << 30)

        def send() -> None:
            for number in range(3):
                sender.send([number, Blob(large)])

        thread = threading.Thread(target=send)
        thread.start()
        receiver = BlockingChannel(reader, -1, 1 << 30)
        assert [receiver.receive() for _ in range(3)] == [[n, large] for n in range(3)]
        thread.join()
        os.close(writer)
        with pytest.raises(Closed):
            receiver.receive()
        os.close(reader)

    def test_a_message_of_more_pieces_than_are_written_at_once(self) -> None:
        reader, writer = os.pipe()
        pieces = [bytes(number % 3) for number in range(2 * PIECES)]
        BlockingChannel(-1, writer, 1 << 20).send([Blob(piece) for piece in pieces])
        assert BlockingChannel(reader, -1, 1 << 20).receive() == pieces
        os.close(reader)
        os.close(writer)

    @pytest.mark.parametrize("part", [b"\0\0", HEADER.pack(5, 0), HEADER.pack(2, 9) + b"\x01\x02"])
    def test_a_stream_that_ends_within_a_frame(self, part: bytes) -> None:
        reader, writer = os.pipe()
        os.write(writer, part)
        os.close(writer)
        with pytest.raises(Closed):
            BlockingChannel(reader, -1, 1 << 20).receive()
        os.close(reader)

    def test_a_message_over_the_limit_is_not_read(self) -> None:
        reader, writer = os.pipe()
        os.write(writer, HEADER.pack(101, 0) + b"x")
        with pytest.raises(TooLong):
            BlockingChannel(reader, -1, 100).receive()
        assert os.read(reader, 10) == b"x"
        os.close(reader)
        os.close(writer)

    def test_sending_to_nobody(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        with pytest.raises(Closed):
            BlockingChannel(-1, writer, 1 << 20).send("x")
        os.close(writer)
