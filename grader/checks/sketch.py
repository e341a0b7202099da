"""A short fingerprint of an observation: enough to tell whether two agree, too little to give the values away."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import torch

from grader.checks.observation import Observation, Opaque

RTOL = 1e-6
"""Two sums count as equal if they differ by this part of the sum of the absolute values."""
_STEPS = (1.6180339887, 2.2360679775, 3.3166247904)
"""One weighted sum of a tensor's entries is kept for each; entry i has the weight cos(step · (i + 1))."""


@dataclass(frozen=True)
class Sketch:
    """Everything exact about an observation, hashed, and some sums of its floating-point numbers."""

    exact: bytes
    sums: tuple[float, ...]

    def agrees(self, other: Sketch) -> bool:
        """Whether both may be of the same observation. Observations that differ agree by an unlikely accident only."""
        if self.exact != other.exact or len(self.sums) != len(other.sums):
            return False
        size = 1 + len(_STEPS)
        groups = zip(_groups(self.sums, size), _groups(other.sums, size), strict=True)
        return all(abs(a - b) <= RTOL * theirs[0] for mine, theirs in groups for a, b in zip(mine, theirs, strict=True))


def sketch(observation: Observation) -> Sketch:
    """The fingerprint of what was observed: exception, or value and gradients; and changed arguments."""
    exact = hashlib.sha256()
    sums: list[float] = []
    for part in _parts(observation):
        if isinstance(part, torch.Tensor):
            sums += _sums(part)
        else:
            exact.update(f"{len(part)}:{part}".encode())
    return Sketch(exact.digest()[:8], tuple(sums))


def _parts(observation: Observation) -> Iterator[str | torch.Tensor]:
    yield f"raised {observation.raised}"
    if observation.raised is None:
        yield from _walk(observation.value)
        for path, gradient in sorted(observation.gradients.items()):
            yield f"gradient {path}"
            yield from _walk(gradient)
    yield f"changed {observation.changed}"


def _walk(value: object) -> Iterator[str | torch.Tensor]:
    """Texts for what is compared exactly, float64 vectors of finite numbers for what is not."""
    if isinstance(value, torch.Tensor):
        yield f"{value.dtype} {tuple(value.shape)}"
        if value.is_floating_point() or value.is_complex():
            flat = torch.view_as_real(value.resolve_conj()) if value.is_complex() else value
            flat = flat.reshape(-1).to(torch.float64)
            yield f"nan {int(flat.isnan().sum())} inf {int(flat.isposinf().sum())} -inf {int(flat.isneginf().sum())}"
            yield torch.where(flat.isfinite(), flat, 0.0)
        else:
            yield str(value.tolist())
    elif isinstance(value, float | complex):
        yield type(value).__name__
        yield from _walk(torch.tensor(value, dtype=torch.complex128 if isinstance(value, complex) else torch.float64))
    elif isinstance(value, list | tuple):
        yield f"{type(value).__name__} {len(value)}"
        for entry in value:
            yield from _walk(entry)
    elif isinstance(value, dict):
        yield f"dict {len(value)}"
        for key in sorted(value, key=repr):
            yield repr(key)
            yield from _walk(value[key])
    elif isinstance(value, frozenset):
        yield f"set {sorted(map(repr, value))}"
    else:
        yield value.type_name if isinstance(value, Opaque) else f"{type(value).__name__} {value!r}"


def _sums(entries: torch.Tensor) -> list[float]:
    places = torch.arange(1, len(entries) + 1, dtype=torch.float64)
    return [float(entries.abs().sum()), *(float(entries @ torch.cos(step * places)) for step in _STEPS)]


def _groups(sums: tuple[float, ...], size: int) -> Iterator[tuple[float, ...]]:
    return (sums[start : start + size] for start in range(0, len(sums), size))
