"""B4: how much gradient the paths of each length carry."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

Insight = Callable[[str], None]


RTOL = 1e-6


def atol(reference: ModuleType, d: Tensor) -> float:
    """Relative to the largest entry: sound methods differ by any factor in entries that are 1e-60 of it."""
    return 1e-9 * float(reference.gradient_by_path_length(d).abs().max())


def mixed_signs(rng: Rng, depth: int) -> Tensor:
    """(depth,) unequal local derivatives, some but not all of them negative."""
    d = rng.uniform(0.2, 0.9, depth)
    d[: rng.integer(1, depth - 2)] *= -1
    return d[torch.randperm(depth, generator=rng.generator)]


@pytest.mark.check("gradient_by_path_length.small", points=3, statement="T13")
def test_small(agree: Agreement, rng: Rng, reference: ModuleType) -> None:
    """sums the factors of all paths of each length, for 5 and for 8 sublayers"""
    for depth in (5, 8):
        d = mixed_signs(rng, depth)
        agree("gradient_by_path_length", d, rtol=RTOL, atol=atol(reference, d))


@pytest.mark.check("gradient_by_path_length.total", points=1, statement="T8")
def test_total(agree: Agreement, rng: Rng, reference: ModuleType) -> None:
    """adds up, over all lengths, to the gradient of the residual stack"""

    def total(it: Any, d: Tensor) -> Any:
        return it.gradient_by_path_length(d).sum()

    d = mixed_signs(rng, 7)
    agree(total, d, rtol=RTOL, atol=atol(reference, d))


@pytest.mark.check("gradient_by_path_length.shortcut", points=1, statement="T8")
def test_shortcut(agree: Agreement, rng: Rng, reference: ModuleType) -> None:
    """begins with the path that passes no sublayer"""

    def first(it: Any, d: Tensor) -> Any:
        return it.gradient_by_path_length(d)[0].double()

    d = mixed_signs(rng, 6)
    agree(first, d, rtol=RTOL, atol=atol(reference, d))


@pytest.mark.check("gradient_by_path_length.negative", points=1, statement="T13")
def test_negative(agree: Agreement, rng: Rng, reference: ModuleType) -> None:
    """works for slopes that are all negative"""
    d = -rng.uniform(0.2, 0.9, 6)
    agree("gradient_by_path_length", d, rtol=RTOL, atol=atol(reference, d))


@pytest.mark.check("gradient_by_path_length.depth", points=2, statement="T7")
def test_depth(agree: Agreement, rng: Rng, reference: ModuleType, insight: Insight) -> None:
    """answers in time for 96 sublayers"""
    d = rng.uniform(0.05, 0.2, 96)
    agree("gradient_by_path_length", d, rtol=RTOL, atol=atol(reference, d))
    d = torch.full((96,), 0.1, dtype=torch.float64)
    insight(short_paths(agree("gradient_by_path_length", d, rtol=RTOL, atol=atol(reference, d))))


def short_paths(by_length: Tensor) -> str:
    """What `by_length`, (L+1,) amounts of gradient, says about where the gradient travels."""
    depth = len(by_length) - 1
    shares = by_length / by_length.sum()
    mean = float(shares @ torch.arange(depth + 1, dtype=shares.dtype))
    first, last = most_of(shares, 0.9)
    paths = sum(math.comb(depth, k) for k in range(first, last + 1)) / 2**depth
    return (
        f"Your own numbers for {depth} sublayers with d = 0.1 each: the mean path takes {mean:.1f} sublayers, and"
        f" {float(shares[first : last + 1].sum()):.0%} of the gradient arrives by paths of length {first} to {last},"
        f" though only {paths:.0e} of all paths have such a length. The pure shortcut alone brings"
        f" {float(shares[0]):.2%}. So most of the gradient travels neither straight down the shortcut nor through the"
        f" whole stack, but by short paths."
    )


def most_of(shares: Tensor, part: float) -> tuple[int, int]:
    """The shortest range of lengths (first, last) that holds at least `part` of the gradient."""
    below = torch.cat([shares.new_zeros(1), shares.cumsum(0)])
    ranges = [(a, b) for a in range(len(shares)) for b in range(a, len(shares)) if below[b + 1] - below[a] >= part]
    return min(ranges, key=lambda ends: (ends[1] - ends[0], ends[0]))
