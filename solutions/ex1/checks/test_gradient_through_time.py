"""B2: the gradient at every state of a recurrent network."""

from __future__ import annotations

import math
from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng, steps: int, scale: float = 1.0, symmetric: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """W (n, n), states (T+1, n) and v (n,). A symmetric W forgives who forgets to transpose it."""
    width = rng.integer(4, 6)
    weight = rng.normal(width, width, std=scale / math.sqrt(width))
    if symmetric:
        weight = (weight + weight.T) / math.sqrt(2)
    return weight, rng.uniform(-0.9, 0.9, steps + 1, width), rng.normal(width)


@pytest.mark.check("gradient_through_time.value", points=3, statement="T10")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns the gradient at every state"""
    agree("gradient_through_time", *inputs(rng, rng.integer(6, 8)))


@pytest.mark.check("gradient_through_time.direction", points=1, statement="T10")
def test_direction(agree: Agreement, rng: Rng) -> None:
    """multiplies by W from the side from which backpropagation comes"""
    agree("gradient_through_time", *inputs(rng, 5, symmetric=False))


@pytest.mark.check("gradient_through_time.ends", points=1, statement="T9")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """begins at h_0 and ends with v, and is v alone if there are no steps"""

    def ends(it: Any, weight: Tensor, states: Tensor, v: Tensor) -> Any:
        gradients = it.gradient_through_time(weight, states, v)
        return gradients[0].double(), gradients[-1].double()

    agree(ends, *inputs(rng, 4), rtol=1e-4, atol=1e-5)  # float32 has cost points in the check of the value
    agree("gradient_through_time", *inputs(rng, 0))


@pytest.mark.check("gradient_through_time.long", points=1, statement="T9")
def test_long(agree: Agreement, rng: Rng) -> None:
    """a sequence of 100 steps, where float32 no longer holds the gradient"""
    agree("gradient_through_time", *inputs(rng, 100, scale=0.4), rtol=1e-6, atol=0.0)


@pytest.mark.check("gradient_through_time.pure", points=1, statement="T4")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves the weights, the states and v as they were"""

    def call(it: Any, weight: Tensor, states: Tensor, v: Tensor) -> None:
        it.gradient_through_time(weight, states, v)

    agree(call, *inputs(rng, 5), purity=True)
