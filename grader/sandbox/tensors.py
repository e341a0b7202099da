"""A tensor as plain data: dtype, shape and raw bytes, validated on the way in."""

from __future__ import annotations

import math
from typing import Any

import torch

from grader.sandbox.frames import Blob, ProtocolError

DTYPES = {
    str(dtype).removeprefix("torch."): dtype
    for dtype in (
        torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.complex128, torch.complex64,
        torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool,
    )
}  # fmt: skip
Kind = tuple[str, list[int]]
"""dtype and shape."""
MAX_DIMS = 16
MAX_EXTENT = 2**31
MAX_SPAN = 2**48
MAX_BYTES = 1 << 28
"""The largest tensor of which only the kind is sent."""


def crosses(tensor: torch.Tensor) -> bool:
    """Whether the tensor is of a kind that can cross: dense, strided, of an ordinary dtype, with data on the CPU."""
    return (
        tensor.layout is torch.strided
        and tensor.device.type == "cpu"
        and not tensor.is_quantized
        and not tensor.is_nested
        and str(tensor.dtype).removeprefix("torch.") in DTYPES
        and tensor.dim() <= MAX_DIMS
    )


def dump(tensor: torch.Tensor) -> list[Any]:
    """[dtype, shape, bytes]; strides, views and subclasses do not cross, only the values."""
    flat = tensor.detach().as_subclass(torch.Tensor).resolve_conj().resolve_neg().reshape(-1)
    if flat.stride() != (1,):  # one entry, expanded, counts as contiguous whatever its stride
        flat = flat.clone(memory_format=torch.contiguous_format)
    data = flat.view(torch.uint8).numpy().tobytes() if flat.numel() else b""
    return [*kind(tensor), Blob(data)]


def load(dtype: Any, shape: Any, data: Any) -> torch.Tensor:
    """The tensor; ProtocolError if the parts are malformed or do not fit together."""
    kind, extents = _checked(dtype, shape)
    if not isinstance(data, bytes) or math.prod(extents) * kind.itemsize != len(data):
        raise ProtocolError("a tensor's bytes do not fit its shape")
    if not data:
        return torch.empty(extents, dtype=kind)
    raw = bytearray(data)
    if kind is torch.bool:  # any non-zero byte would otherwise be a third truth value
        return (torch.frombuffer(raw, dtype=torch.uint8) != 0).reshape(extents).clone()
    return torch.frombuffer(raw, dtype=kind).reshape(extents).clone()  # a view could not be changed in place everywhere


def kind(tensor: torch.Tensor) -> Kind:
    """What is known of a tensor without its values."""
    return str(tensor.dtype).removeprefix("torch."), list(tensor.shape)


def zeros(dtype: Any, shape: Any) -> torch.Tensor:
    """A tensor of which only the kind is known. It takes no memory: one zero, expanded."""
    kind, extents = _checked(dtype, shape)
    if math.prod(extents) * kind.itemsize > MAX_BYTES:
        raise ProtocolError("a tensor is too large")
    return torch.zeros((), dtype=kind).expand(extents)


def _checked(dtype: Any, shape: Any) -> tuple[torch.dtype, list[int]]:
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ProtocolError("unknown dtype")
    if not isinstance(shape, list) or len(shape) > MAX_DIMS:
        raise ProtocolError("malformed shape")
    if not all(type(extent) is int and 0 <= extent < MAX_EXTENT for extent in shape):
        raise ProtocolError("malformed shape")
    if math.prod(extent for extent in shape if extent) > MAX_SPAN:  # strides are computed even where a tensor is empty
        raise ProtocolError("a tensor is too large")
    return DTYPES[dtype], shape
