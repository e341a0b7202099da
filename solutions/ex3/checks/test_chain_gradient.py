"""B2: the derivative of a whole stack."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

ROUGHLY = 1e-4
"""The relative error that a product may have where digits are not the question; it may be as small as 1e-16."""


def slopes(rng: Rng, depth: int) -> Tensor:
    """(depth,) unequal local derivatives. An odd number is negative, and one is below -1, so that its 1 + d is too."""
    d = rng.uniform(0.5, 0.95, depth)
    negative = 2 * rng.integer(1, (depth - 1) // 2) - 1
    d[:negative] *= -1
    d[0] = -rng.uniform(1.2, 1.6)
    return d[torch.randperm(depth, generator=rng.generator)]


@pytest.mark.check("chain_gradient.plain", points=2, statement="T7")
def test_plain(agree: Agreement, rng: Rng) -> None:
    """plain stacks of 5 and 24 sublayers, with slopes of both signs"""
    for depth in (5, 24):
        agree("chain_gradient", slopes(rng, depth), False, rtol=ROUGHLY, atol=0.0)


@pytest.mark.check("chain_gradient.residual", points=2, statement="T6")
def test_residual(agree: Agreement, rng: Rng) -> None:
    """residual stacks of 5 and 24 sublayers, with slopes of both signs"""
    above_one = rng.uniform(0.2, 0.6, 5)
    above_one[rng.integer(1, 3)] *= -1
    # Here a result held at 1 or above looks right, and "always 1" does not.
    agree("chain_gradient", above_one, True, rtol=ROUGHLY, atol=0.0)
    agree("chain_gradient", slopes(rng, 24), True, rtol=ROUGHLY, atol=0.0)


@pytest.mark.check("chain_gradient.depth", points=1, statement="T7")
def test_depth(agree: Agreement, rng: Rng) -> None:
    """plain stacks of 48 and 96 sublayers, where float32 no longer holds the product"""

    def relative(it: Any, d: Tensor, size: Tensor) -> Any:
        return it.chain_gradient(d, False) / size

    for depth in (96, 48):
        d = rng.uniform(0.05, 0.25, depth).sort(descending=True).values  # so that d[0] ** depth is no tiny number too
        agree(relative, d, d.prod(), rtol=1e-6, atol=0)


@pytest.mark.check("chain_gradient.ends", points=1, statement="T7")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """a single sublayer, and none at all"""
    for depth in (1, 0):
        for residual in (False, True):
            agree("chain_gradient", rng.uniform(0.2, 0.8, depth), residual)
