"""B3: what every time step contributes to the gradient of the recurrent weights."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng, symmetric: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """W (n, n), states (T+1, n) and v (n,), with n and T different."""
    width, steps = rng.sizes(2, low=4, high=7)
    weight = rng.normal(width, width, std=0.6)
    if symmetric:  # who forgets to transpose W has lost a point for it in B2
        weight = (weight + weight.T) / 2
    return weight, rng.uniform(-0.9, 0.9, steps + 1, width), rng.normal(width)


def sequence(rng: Rng, steps: int, width: int) -> tuple[Tensor, Tensor, Tensor]:
    """The same from a network that reads random input and forgets it, with a symmetric W."""
    weight = rng.normal(width, width, std=0.6 / math.sqrt(width))
    weight = (weight + weight.T) / math.sqrt(2)
    states = [rng.uniform(-0.9, 0.9, width)]
    for drive in rng.normal(steps, width, std=0.7):
        states.append(torch.tanh(weight @ states[-1] + drive))
    return weight, torch.stack(states), rng.normal(width)


@pytest.mark.check("weight_gradient_by_step.value", points=3, statement="T11")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns the term of every step"""
    agree("weight_gradient_by_step", *inputs(rng))


@pytest.mark.check("weight_gradient_by_step.total", points=1, statement="T11")
def test_total(agree: Agreement, rng: Rng) -> None:
    """adds up, over all steps, to the gradient of W"""

    def total(it: Any, weight: Tensor, states: Tensor, v: Tensor) -> Any:
        return it.weight_gradient_by_step(weight, states, v).double().sum(0)

    agree(total, *inputs(rng, symmetric=False), rtol=1e-4, atol=1e-5)  # float32 has cost points above


@pytest.mark.check("weight_gradient_by_step.long", points=1, statement="T12")
def test_long(agree: Agreement, rng: Rng, insight: Callable[[str], None]) -> None:
    """a sequence of 100 steps, of which the distant ones hardly count"""
    given = sequence(rng, steps=100, width=8)
    insight(shares(agree("weight_gradient_by_step", *given, rtol=1e-6, atol=0.0)))


@pytest.mark.check("weight_gradient_by_step.pure", points=1, statement="T4")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves the weights, the states and v as they were"""

    def call(it: Any, weight: Tensor, states: Tensor, v: Tensor) -> None:
        it.weight_gradient_by_step(weight, states, v)

    agree(call, *inputs(rng), purity=True)


def shares(terms: Tensor) -> str:
    """What the terms, (T, n, n), say about which steps teach W."""
    norms = terms.flatten(1).norm(dim=1)
    recent = norms.flip(0).cumsum(0) / norms.sum()
    enough = int((recent < 0.99).sum()) + 1
    return (
        f"Your own numbers for {len(norms)} steps: the gradient of W has the norm {float(terms.sum(0).norm()):.2g}, so"
        f" it has not vanished. But the last {enough} of the {len(norms)} steps bring 99 % of it, counted in norms of"
        f" terms, and the first step's term is {float(norms[0] / norms[-1]):.0e} of the last one's. What the network"
        f" read at the beginning teaches it nothing."
    )
