"""Values as data: what crosses comes out equal, what cannot cross is refused by one of two exceptions, all bounded."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, namedtuple
from typing import Any

import msgpack
import pytest
import torch

from grader.sandbox.frames import Blob, ProtocolError, pack, unpack
from grader.sandbox.values import (
    MAX_DEPTH,
    MAX_INTEGER_BITS,
    MAX_KEYS,
    MAX_NODES,
    MAX_TEXT,
    Decoder,
    Encoder,
    TooLarge,
)


class Objects:
    """References by place in a list, as the two ends of the wall have them for what is not plain."""

    def __init__(self) -> None:
        self.known: list[Any] = []

    def refer(self, value: Any) -> list[Any]:
        self.known.append(value)
        return ["object", len(self.known) - 1]

    def resolve(self, reference: list[Any]) -> Any:
        match reference:
            case ["object", int(place)] if 0 <= place < len(self.known):
                return self.known[place]
        raise ProtocolError("unknown reference")


def crossed(value: Any) -> Any:
    """The value at the other end."""
    objects = Objects()
    _, body, *bulk = pack(Encoder(objects.refer)(value))
    return Decoder(objects.resolve)(unpack(body, b"".join(bulk)))


def decoded(data: Any) -> Any:
    """What a message proper of the other end's would give."""
    return Decoder(Objects().resolve)(data)


def short(value: Any) -> str:
    """A name for a parameter."""
    if isinstance(value, set | frozenset):  # their order is another one in each process
        return f"{type(value).__name__} of {len(value)}"
    return f"{value.bit_length()} bits" if isinstance(value, int) else repr(value)[:30]


class Text(str):
    """What is not plain any more."""


Point = namedtuple("Point", "x y")


@pytest.mark.parametrize(
    "value",
    [
        None, True, False, 0, -1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 2**1000, -(2**MAX_INTEGER_BITS) + 1,
        0.1, -0.0, math.inf, 1 + 2j, "", "text", "\0\u202e\U0001f600", b"", b"\0\xff",
        (), (1,), [], [1, (2, [3])], {}, {"a": 1, 2: [3], None: 4, (5, "b"): 6, 1.5: 7, True: 8},
        frozenset(), frozenset({1, "a", (2, 3)}), torch.float64, torch.bool, [torch.int8],
    ],
    ids=short,
)  # fmt: skip
def test_what_is_plain_comes_out_equal_and_of_its_type(value: Any) -> None:
    result = crossed(value)
    assert result == value
    assert type(result) is type(value)


def test_nan_and_minus_zero_keep_what_they_are() -> None:
    assert math.isnan(crossed(math.nan))
    assert math.copysign(1, crossed(-0.0)) == -1


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (Point(1, 2), (1, 2)),
        (OrderedDict(a=1), {"a": 1}),
        ({1, 2}, frozenset({1, 2})),
        ("a\ud800b", "a?b"),
    ],
)
def test_what_comes_out_plainer(value: Any, plain: Any) -> None:
    result = crossed(value)
    assert result == plain
    assert type(result) is type(plain)


@pytest.mark.parametrize("value", [Text("a"), object(), len, Point, torch.ones(2)])
def test_what_is_not_plain_crosses_by_reference_wherever_it_stands(value: Any) -> None:
    assert crossed(value) is value
    assert crossed([{"a": (value,)}])[0]["a"][0] is value
    assert crossed({value: 1}) == {value: 1}


class TestTooLarge:
    @pytest.mark.parametrize(
        "value",
        [
            [0] * MAX_NODES,
            "x" * (MAX_TEXT + 1),
            2 ** (MAX_INTEGER_BITS + 1),
            set(range(MAX_KEYS + 1)),
            dict.fromkeys(range(MAX_KEYS + 1)),
            [set(range(MAX_KEYS)), {1: 1}],
        ],
        ids=["nodes", "text", "integer", "set", "dict", "two of them"],
    )
    def test_values(self, value: Any) -> None:
        with pytest.raises(TooLarge):
            crossed(value)

    def test_what_contains_itself(self) -> None:
        endless: list[Any] = []
        endless.append(endless)
        with pytest.raises(TooLarge):
            crossed(endless)

    def test_the_largest_that_crosses(self) -> None:
        assert len(crossed([0] * (MAX_NODES - 1))) == MAX_NODES - 1
        assert len(crossed(set(range(MAX_KEYS)))) == MAX_KEYS
        nested: Any = 0
        for _ in range(MAX_DEPTH):
            nested = [nested]
        assert crossed(nested) == nested
        with pytest.raises(TooLarge):
            crossed([nested])


class TestMalformed:
    @pytest.mark.parametrize(
        "data",
        [
            [], [1], [None], [["list"]], {"list": 1}, ["unknown"], ["object"], ["object", -1], ["object", True, 0],
            msgpack.Timestamp(1, 1), ["int"], ["int", 5], ["int", "x"], ["int", "0x" + "f" * MAX_INTEGER_BITS],
            ["int", "0x1", "0x2"],
            ["complex", 1.0], ["complex", 1, 2], ["complex", "1", "2"], ["dtype"], ["dtype", "object"], ["dtype", 1],
            ["dict", 1], ["dict", ["list"], 1], ["set", ["dict"]], ["set", ["tuple", ["list"]]],
            ["list", *[None] * MAX_NODES], ["set", *range(MAX_KEYS + 1)],
            ["list", ["set", *range(MAX_KEYS)], ["dict", 1, 1]],
        ],
        ids=short,
    )  # fmt: skip
    def test_data(self, data: Any) -> None:
        with pytest.raises(ProtocolError):
            decoded(data)

    def test_depth(self) -> None:
        data: Any = None
        for _ in range(MAX_DEPTH + 1):
            data = ["list", data]
        with pytest.raises(ProtocolError):
            decoded(data)

    def test_keys_that_were_chosen_to_collide_cost_no_more_than_others(self) -> None:
        """All multiples of 2^61 - 1 have the hash 0; a dict of n of them takes n² comparisons."""
        data = ["set", *(["int", hex(k * (2**61 - 1))] for k in range(40_000))]
        started = time.process_time()
        with pytest.raises(ProtocolError):
            decoded(data)
        assert time.process_time() - started < 1


def test_bytes_travel_as_bulk_data() -> None:
    assert isinstance(Encoder(Objects().refer)(b"abc"), Blob)
