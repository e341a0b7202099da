"""The first way in which two observations differ, in the order type, structure, shape, dtype, values, gradients,
purity.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import torch

from grader.checks.observation import Observation, Opaque, type_name

Kind = Literal["raised", "type", "structure", "shape", "dtype", "nonfinite", "value", "gradient", "changed"]


@dataclass(frozen=True)
class Tolerance:
    """Elementwise |a - b| <= atol + rtol * |b|; None stands for the default of the dtype."""

    rtol: float | None = None
    atol: float | None = None
    scaled: bool = False
    """Whether `atol` is relative to the largest entry of b."""

    def of(self, wanted: torch.Tensor) -> tuple[float, float]:
        """(rtol, atol) for comparison with `wanted`."""
        rtol, atol = DEFAULTS.get(wanted.dtype, (0.0, 0.0))
        rtol, atol = rtol if self.rtol is None else self.rtol, atol if self.atol is None else self.atol
        if self.scaled and wanted.numel():
            atol *= _largest(wanted)
        return rtol, atol


DEFAULTS = {
    torch.float64: (1e-7, 1e-9),
    torch.float32: (1e-4, 1e-5),
    torch.bfloat16: (2e-2, 1e-3),
    torch.float16: (5e-3, 1e-4),
    torch.complex128: (1e-7, 1e-9),
    torch.complex64: (1e-4, 1e-5),
}
FINGERPRINT = Tolerance(rtol=1e-6, atol=1e-9, scaled=True)
"""How closely a student's observation has to follow a misconception's to be named after it."""


@dataclass(frozen=True)
class Difference:
    """One difference between what was seen and what was wanted. Carries no wanted value, only kinds, shapes and
    sizes.
    """

    kind: Kind
    path: str = ""
    """Where: "" for the result itself, "[1]" for an entry, "x" or "sublayer.weight" for a gradient."""
    seen: str = ""
    wanted: str = ""
    worst: float = 0.0
    """Largest absolute error."""
    relative: float = 0.0
    """The largest error relative to the largest wanted entry."""
    wrong: int = 0
    total: int = 0


def difference(seen: Observation, wanted: Observation, tolerance: Tolerance) -> Difference | None:
    """The first difference, or None if `seen` agrees with `wanted` in everything that was observed."""
    if seen.raised != wanted.raised:
        return Difference("raised", seen=seen.raised or "", wanted=wanted.raised or "")
    if seen.raised is None:
        found = _compare(seen.value, wanted.value, tolerance, "")
        if found is not None:
            return found
        found = _compare_gradients(seen.gradients, wanted.gradients, tolerance)
        if found is not None:
            return found
    if seen.changed != wanted.changed:
        return Difference("changed", path=", ".join(seen.changed), seen=", ".join(seen.changed))
    return None


def _compare(seen: Any, wanted: Any, tolerance: Tolerance, path: str) -> Difference | None:
    if isinstance(wanted, torch.Tensor) and isinstance(seen, torch.Tensor):
        return _compare_tensors(seen, wanted, tolerance, path)
    if type(seen) is not type(wanted) or (isinstance(seen, Opaque) and seen != wanted):
        return Difference("type", path, type_name(seen), type_name(wanted))
    if isinstance(wanted, (list, tuple)):
        if len(seen) != len(wanted):
            return Difference("structure", path, f"{len(seen)} entries", f"{len(wanted)} entries")
        pairs = ((seen[i], wanted[i], f"{path}[{i}]") for i in range(len(wanted)))
    elif isinstance(wanted, dict):
        if seen.keys() != wanted.keys():
            return Difference("structure", path, ", ".join(map(str, seen)), ", ".join(map(str, wanted)))
        pairs = ((seen[key], wanted[key], f"{path}[{key!r}]") for key in wanted)
    elif isinstance(wanted, (float, complex)):
        kind = torch.complex128 if isinstance(wanted, complex) else torch.float64
        return _compare(torch.tensor(seen, dtype=kind), torch.tensor(wanted, dtype=kind), tolerance, path)
    else:
        return None if seen == wanted else Difference("value", path)
    for a, b, where in pairs:
        found = _compare(a, b, tolerance, where)
        if found is not None:
            return found
    return None


def _compare_tensors(
    seen: torch.Tensor, wanted: torch.Tensor, tolerance: Tolerance, path: str, kind: Kind = "value"
) -> Difference | None:
    if seen.shape != wanted.shape:
        return Difference("shape", path, shape_words(seen.shape), shape_words(wanted.shape))
    if seen.dtype != wanted.dtype:
        return Difference("dtype", path, _dtype_words(seen.dtype), _dtype_words(wanted.dtype))
    rtol, atol = tolerance.of(wanted)
    close = torch.isclose(seen, wanted, rtol=rtol, atol=atol, equal_nan=True)
    if bool(close.all()):
        return None
    if not bool(seen.isfinite().all()) and bool(wanted.isfinite().all()):
        wrong = int((~seen.isfinite()).sum())
        return Difference("nonfinite", path, wrong=wrong, total=seen.numel())
    worst, scale = _largest(_wide(seen) - _wide(wanted)), _largest(wanted)
    return Difference(
        kind,
        path,
        worst=worst,
        relative=worst / scale if scale else float("inf"),
        wrong=int((~close).sum()),
        total=seen.numel(),
    )


def _compare_gradients(
    seen: Mapping[str, torch.Tensor | None], wanted: Mapping[str, torch.Tensor | None], tolerance: Tolerance
) -> Difference | None:
    for path, right in wanted.items():
        mine = seen.get(path)
        if mine is None or right is None:
            if mine is not right:
                return Difference(
                    "gradient", path, "none" if mine is None else "some", "none" if right is None else "some"
                )
            continue
        found = _compare_tensors(mine, right, tolerance, path, kind="gradient")
        if found is not None:
            return found
    return None


def _wide(tensor: torch.Tensor) -> torch.Tensor:
    """The entries in a dtype that has differences and absolute values, which bool and the unsigned have not."""
    return tensor.to(torch.complex128 if tensor.is_complex() else torch.float64)


def _largest(tensor: torch.Tensor) -> float:
    return float(_wide(tensor).abs().nan_to_num().max())


def shape_words(shape: torch.Size | tuple[int, ...]) -> str:
    """A shape as text: "(2, 3, 5)"; "()" is a single number."""
    return str(tuple(shape))


def _dtype_words(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")
