"""Whatever a worker sends, the trusted side meets a ProtocolError, or a fault of the student's, and nothing else.

`make fuzz` does the same for longer.
"""

from __future__ import annotations

import random
import time
from contextlib import suppress
from typing import Any

import msgpack
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.sandbox.frames import Blob, ProtocolError, pack, unpack
from grader.sandbox.values import Decoder, Encoder, TooLarge
from tests.fuzz.frames import SECONDS_FOR_ONE, SEEDS, bent, conversation, converse

TAGS = st.sampled_from(["int", "complex", "dtype", "tuple", "list", "set", "dict", "tensor", "yours", "object", "copy"])
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=20)
    | st.binary(max_size=20)
    | st.sampled_from(["0xff", "int64", "float64", "object"])
)
TAGGED = st.tuples(TAGS, st.lists(SCALARS)).map(lambda pair: [pair[0], *pair[1]])
DATA = st.recursive(
    SCALARS | TAGGED,
    lambda inner: st.lists(inner, max_size=8) | st.tuples(TAGS, st.lists(inner)).map(lambda pair: [pair[0], *pair[1]]),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers(), inner)
        | st.frozensets(st.text() | st.integers())
    ),
)


def unknown(reference: Any) -> Any:
    raise ProtocolError("unknown reference")


@given(st.binary(max_size=300), st.binary(max_size=50))
@example(b"\x91" * 600 + b"\xc0", b"")
@example(b"\xdd\xff\xff\xff\xff" * 50, b"")
@example(b"\xc7\x04\x01\xff\xff\xff\xff", b"")
def test_any_bytes(body: bytes, bulk: bytes) -> None:
    with suppress(ProtocolError):
        unpack(body, bulk)


@given(st.sampled_from(SEEDS), st.randoms(use_true_random=False))
def test_bent_frames(message: Any, rng: random.Random) -> None:
    """Real messages with some of their bytes changed."""
    frame = bent(b"".join(pack(message)), rng)
    with suppress(ProtocolError):
        unpack(frame[8:-16], frame[-16:])


@given(DATA)
@example(["set", ["tuple", ["list"]]])
@example(["dict", float("nan"), 1, float("nan"), 2])
@example(["int", "0x" + "f" * 20_000])
@example(["dtype", ["list"]])
def test_any_data(data: Any) -> None:
    """Data that never was a value."""
    with suppress(ProtocolError):
        Decoder(unknown)(unpack(msgpack.packb(data), b""))


@given(VALUES)
def test_any_value_comes_out_equal(value: Any) -> None:
    try:
        data = Encoder(unknown)(value)
    except TooLarge:
        return
    _, body, *bulk = pack(data)
    assert Decoder(unknown)(unpack(body, b"".join(bulk))) == value


@settings(deadline=None, max_examples=400)
@given(st.randoms(use_true_random=False))
def test_conversations(rng: random.Random) -> None:
    """The trusted end calls, is called back and asks for gradients, while the other end is not what it should be."""
    started = time.process_time()
    converse(conversation(rng))
    assert time.process_time() - started < SECONDS_FOR_ONE


TENSOR = [0, "float64", [2], Blob(bytes(16)), 4]
JOINED = [1, "float64", [2], Blob(bytes(16)), 1 | 8]


def said(*messages: Any) -> str:
    """How a conversation ends in which the other side says this."""
    return converse([b"".join(pack(message)) for message in messages])


class TestConversationsThatMatter:
    """Some of which did harm once, and one that shows that an honest one gets through."""

    def test_honest(self) -> None:
        value = ["tell", 1, "done", [["tensor", 0], [TENSOR], [], None]]
        joined = ["tell", 1, "done", [["tensor", 0], [JOINED], [], [0, [["yours", 0]]]]]
        gradients = ["tell", 1, "done", [["list", ["tensor", 0]], [[2, *TENSOR[1:]]], [], None]]
        callback = ["ask", 1, "call", [["tuple", 0, ["tuple", ["yours", 0]], ["dict"]], [], [], True]]
        assert said(value, value) == "answered"
        assert said(callback, joined, gradients, value) == "answered"

    @pytest.mark.parametrize(
        "gradients", [["list"], ["list", 7], ["list", None, None], 5, ["list", ["yours", 99]], ["tuple", None]]
    )
    def test_gradients_that_do_not_fit(self, gradients: Any) -> None:
        joined = ["tell", 1, "done", [["tensor", 0], [JOINED], [], [0, [["yours", 0]]]]]
        assert said(joined, ["tell", 1, "done", [gradients, [], [], None]]) == "Crashed"

    def test_a_graph_whose_source_takes_another_kind(self) -> None:
        joined = ["tell", 1, "done", [["tensor", 0], [JOINED], [], [0, [["yours", 0]]]]]
        change = [0, ["float64", [3], Blob(bytes(24))], True, None]
        callback = ["ask", 1, "call", [["tuple", 0, ["tuple", 1], ["dict"]], [], [change], True]]
        gradients = ["tell", 1, "done", [["list", ["tensor", 0]], [TENSOR], [], None]]
        assert said(joined, callback, gradients, gradients) in ("Crashed", "answered", "Raised")

    def test_the_same_number_for_a_result_and_for_a_leaf(self) -> None:
        joined = ["tell", 1, "done", [["tensor", 0], [JOINED], [], [0, [["yours", 0]]]]]
        leaf = ["tell", 1, "done", [["list", None], [[1, "float32", [5], Blob(bytes(20)), 1 | 2 | 4]], [], None]]
        assert said(joined, leaf, leaf) in ("Crashed", "answered")


def test_torch_is_not_asked_for_what_it_cannot_do() -> None:
    """The kinds that fit in a message and not in a tensor."""
    shapes = ([0, *[2**31 - 1] * 4], [2**31 - 1, 2**31 - 1, 0], [0] * 16, [1] * 16, [2**31 - 1])
    for shape in shapes:
        for data in (None, Blob(b""), Blob(bytes(8))):
            entry = [0, "float64", shape, data, 0]
            assert said(["tell", 1, "done", [["tensor", 0], [entry], [], None]]) in ("Crashed", "answered")
    assert torch.get_num_threads() >= 1
