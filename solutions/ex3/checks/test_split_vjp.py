"""B5: the two parts of the gradient that reaches the input of one residual sublayer."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng) -> tuple[Tensor, Tensor, int]:
    """x and v, (B, T, d) with three different sizes, and d."""
    shape = rng.sizes(3)
    return rng.normal(*shape), rng.normal(*shape), shape[-1]


def feed_forward(rng: Rng, width: int, symmetric: bool = False) -> nn.Module:
    """A smooth sublayer with a full Jacobian J. `symmetric` ties its weights, so that J = J^T, and v^T J = J v."""
    up, down = rng.scramble(nn.Linear(width, 8).double()), rng.scramble(nn.Linear(8, width).double())
    if symmetric:
        with torch.no_grad():
            down.weight.copy_(up.weight.T)
    return nn.Sequential(up, nn.Tanh(), down)


def through(it: Any, sublayer: Any, x: Tensor, v: Tensor) -> Any:
    """The second term alone."""
    return it.split_vjp(sublayer, x, v)[1]


@pytest.mark.check("split_vjp.terms", points=3, statement="T9")
def test_terms(agree: Agreement, rng: Rng) -> None:
    """returns what comes by the shortcut and what comes through the sublayer"""
    x, v, width = inputs(rng)
    agree("split_vjp", feed_forward(rng, width, symmetric=True), x, v)  # test_direction tells v^T J from J v


@pytest.mark.check("split_vjp.direction", points=1, statement="T6")
def test_direction(agree: Agreement, rng: Rng) -> None:
    """multiplies v from the side from which backpropagation comes"""
    x, v, width = inputs(rng)
    agree(through, feed_forward(rng, width), x, v)


@pytest.mark.check("split_vjp.total", points=1, statement="T6")
def test_total(agree: Agreement, rng: Rng) -> None:
    """both terms add up to the gradient of x + sublayer(x)"""

    def total(it: Any, sublayer: Any, x: Tensor, v: Tensor) -> Any:
        shortcut, through_sublayer = it.split_vjp(sublayer, x, v)
        return shortcut + through_sublayer

    x, v, width = inputs(rng)
    agree(total, feed_forward(rng, width), x, v)


@pytest.mark.check("split_vjp.constant_pure", points=1, statement="T10")
def test_constant_and_pure(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """gives zeros for a sublayer that ignores x, and leaves x, v and every .grad alone"""

    def call(it: Any, sublayer: Any, x: Tensor, v: Tensor) -> None:
        it.split_vjp(sublayer, x, v)

    x, v, width = inputs(rng)
    agree(through, torch.zeros_like, x, v)
    agree(through, toolbox.Constant(0.7), x, v)
    agree(through, toolbox.Fixed(rng.normal(*x.shape)).requires_grad_(), x, v)
    agree(call, feed_forward(rng, width), x, v, purity=True)
