"""Tensors as dtype, shape and bytes: what crosses comes out bit for bit, what does not fit is a ProtocolError."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch

from grader.sandbox.frames import ProtocolError
from grader.sandbox.tensors import DTYPES, MAX_BYTES, MAX_DIMS, crosses, dump, kind, load, zeros


def crossed(tensor: torch.Tensor) -> torch.Tensor:
    """The tensor at the other end."""
    dtype, shape, blob = dump(tensor)
    return load(dtype, shape, blob.data)


class Subclass(torch.Tensor):
    """What a student may derive."""


BASE = torch.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize("dtype", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 0, 3), (2, 3), (1,) * MAX_DIMS], ids=str)
def test_every_dtype_and_shape_comes_out_the_same(dtype: torch.dtype, shape: tuple[int, ...]) -> None:
    tensor = torch.randint(0, 2, shape).to(dtype)
    assert torch.equal(crossed(tensor), tensor)
    assert kind(crossed(tensor)) == kind(tensor)


@pytest.mark.parametrize(
    "tensor",
    [
        BASE.transpose(0, 2), BASE[:, 1], BASE[..., ::2], BASE[0, 0, 0].expand(5, 7), BASE[0, 0, 0].expand(1),
        BASE.flip(0),
        torch.complex(BASE, -BASE).conj(), torch.complex(BASE, -BASE).conj().imag, BASE.as_subclass(Subclass),
        torch.nn.Parameter(BASE), (BASE.clone().requires_grad_() * 2), torch.tensor([math.nan, math.inf, -0.0]),
    ],
    ids=lambda tensor: f"{type(tensor).__name__} {tuple(tensor.shape)} {tensor.stride()}",
)  # fmt: skip
def test_only_the_values_cross_not_how_they_lie_in_memory(tensor: torch.Tensor) -> None:
    result = crossed(tensor)
    plain = tensor.detach().as_subclass(torch.Tensor)
    assert type(result) is torch.Tensor
    assert result.is_contiguous()
    assert not result.requires_grad
    assert torch.equal(result.nan_to_num(), plain.nan_to_num())
    assert torch.equal(result.isnan(), plain.isnan())


def test_the_copy_is_ones_own() -> None:
    tensor = torch.ones(2)
    dtype, shape, blob = dump(tensor)
    result = load(dtype, shape, blob.data)
    result.add_(1)
    assert tensor.tolist() == [1, 1]
    assert load(dtype, shape, blob.data).tolist() == [1, 1]


def test_a_byte_other_than_0_and_1_is_no_third_truth_value() -> None:
    result = load("bool", [3], b"\0\1\xff")
    assert result.tolist() == [False, True, True]
    assert int(result.sum()) == 2


@pytest.mark.filterwarnings("ignore")  # some of these are about to leave torch, and say so
@pytest.mark.parametrize(
    "make",
    [
        lambda: BASE.to_sparse(),
        lambda: torch.quantize_per_tensor(BASE, 0.1, 0, torch.qint8),
        lambda: BASE.to("meta"),
        lambda: torch.nested.nested_tensor([torch.ones(1)]),
        lambda: torch.zeros((1,) * (MAX_DIMS + 1)),
        lambda: torch.zeros(1, dtype=torch.complex32),
    ],
    ids=["sparse", "quantized", "meta", "nested", "17 axes", "complex32"],
)
def test_kinds_that_do_not_cross(make: Callable[[], torch.Tensor]) -> None:
    assert not crosses(make())


def test_kinds_that_cross() -> None:
    assert crosses(BASE)
    assert crosses(torch.nn.Parameter(BASE))


class TestMalformed:
    @pytest.mark.parametrize(
        ("dtype", "shape", "data"),
        [
            ("float64", [1], b""), ("float64", [1], bytes(7)), ("float64", [1], bytes(16)), ("float64", [], b""),
            ("float64", [-1], bytes(8)), ("float64", [2**62, 2**62], b""), ("float64", [2**31], b""),
            ("float64", [2**31, 0], b""), ("float64", [1] * (MAX_DIMS + 1), bytes(8)), ("float64", [True], bytes(8)),
            ("float64", [1.0], bytes(8)), ("float64", 1, bytes(8)), ("float64", None, bytes(8)), ("object", [1], b"x"),
            ("qint8", [1], b"x"), (None, [1], b"x"), (1, [1], b"x"), ("float64", [1], "12345678"),
            ("float64", [0], None), ("float64", [0, *[2**31 - 1] * 4], b""), ("uint8", [0, *[2**31 - 1] * 3], b""),
        ],
    )  # fmt: skip
    def test_parts(self, dtype: Any, shape: Any, data: Any) -> None:
        with pytest.raises(ProtocolError):
            load(dtype, shape, data)


class TestKindsOnly:
    def test_they_take_no_memory(self) -> None:
        tensor = zeros("float64", [1000, MAX_BYTES // 8000])
        assert kind(tensor) == ("float64", [1000, MAX_BYTES // 8000])
        assert tensor.untyped_storage().nbytes() == 8
        assert not tensor.any()

    @pytest.mark.parametrize("shape", [[MAX_BYTES // 8 + 1], [2**31 - 1, 5], [0, *[2**31 - 1] * 4], [-1]])
    def test_and_are_bounded(self, shape: list[int]) -> None:
        with pytest.raises(ProtocolError):
            zeros("float64", shape)
