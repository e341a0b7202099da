"""A3: the gradient at every state of a chain."""

from __future__ import annotations

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def mixed(rng: Rng, depth: int) -> Tensor:
    """(depth,) unequal factors: some larger than 1 in size, the first and the last negative."""
    factors = rng.uniform(0.6, 0.95, depth)
    factors[1::3] += 0.8
    factors[0] *= -1
    factors[-1] *= -1
    return factors


@pytest.mark.check("gradients_along_chain.value", points=2, statement="T6")
def test_value(agree: Agreement, rng: Rng) -> None:
    """multiplies the factors of all later layers, with their signs"""
    for depth in (5, 9):
        agree("gradients_along_chain", mixed(rng, depth))


@pytest.mark.check("gradients_along_chain.zero", points=1, statement="T7")
def test_zero(agree: Agreement, rng: Rng) -> None:
    """a layer whose factor is zero"""
    factors = rng.uniform(0.6, 0.95, 7)
    factors[rng.integer(2, 4)] = 0.0
    agree("gradients_along_chain", factors)


@pytest.mark.check("gradients_along_chain.depth", points=1, statement="T6")
def test_depth(agree: Agreement, rng: Rng) -> None:
    """a chain of 96 layers, where float32 no longer holds the products"""
    agree("gradients_along_chain", rng.uniform(0.05, 0.25, 96), rtol=1e-6, atol=0.0)


@pytest.mark.check("gradients_along_chain.ends", points=1, statement="T6")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """a chain of a single layer, and of none"""
    agree("gradients_along_chain", -rng.uniform(0.2, 0.8, 1))
    agree("gradients_along_chain", rng.uniform(0.2, 0.8, 0))
