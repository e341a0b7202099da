"""A3: gain and bias."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-3}
"""Forgives a misplaced eps, for which `LayerNorm.eps` looks."""

State = dict[str, Tensor]


def build(it: Any, state: State, *eps: float) -> Any:
    """The norm in float64, with the weights `state` where it has some of these names."""
    norm = it.LayerNorm(len(state["weight"]), *eps).double()
    norm.load_state_dict({name: state.get(name, value) for name, value in norm.state_dict().items()})
    return norm


def run(it: Any, x: Tensor, state: State, *eps: float) -> Any:
    """What the norm makes of x."""
    return build(it, state, *eps)(x)


def inputs(rng: Rng, mean: float = 1.0, std: float = 2.0) -> tuple[Tensor, State]:
    """x (B, T, d_model), and a gain and a bias that no fresh norm has."""
    batch, time, width = *rng.sizes(2), rng.integer(8, 11)
    return rng.normal(batch, time, width, mean=mean, std=std), {"weight": rng.normal(width), "bias": rng.normal(width)}


@pytest.mark.check("LayerNorm.start", points=1, statement="T8")
def test_start(agree: Agreement, rng: Rng) -> None:
    """starts with gain 1 and bias 0 for every feature"""

    def state(it: Any, width: int) -> Any:
        return dict(it.LayerNorm(width).state_dict())

    agree(state, rng.integer(3, 9))


@pytest.mark.check("LayerNorm.value", points=2, statement="T8")
def test_value(agree: Agreement, rng: Rng) -> None:
    """multiplies every standardised feature by its gain and adds its bias"""
    agree(run, *inputs(rng), **LOOSE)


@pytest.mark.check("LayerNorm.trainable", points=2, statement="T8")
def test_trainable(agree: Agreement, rng: Rng) -> None:
    """passes the right gradients to gain and bias"""

    def gradients(it: Any, x: Tensor, state: State, v: Tensor) -> Any:
        norm = build(it, state)
        total = (norm(x) * v).sum()
        parameters = list(norm.parameters())
        if not (parameters and total.requires_grad):
            return None
        found = torch.autograd.grad(total, parameters, allow_unused=True)
        # In whichever order they were made: each is known by its value.
        return {
            name: gradient
            for parameter, gradient in zip(parameters, found, strict=True)
            for name, value in state.items()
            if torch.equal(parameter.detach(), value)
        }

    x, state = inputs(rng)
    agree(gradients, x, state, rng.normal(*x.shape), **LOOSE)


@pytest.mark.check("LayerNorm.eps", points=1, statement="T4")
def test_eps(agree: Agreement, rng: Rng) -> None:
    """uses the eps it was made with"""
    agree(run, *inputs(rng, mean=0.0, std=3e-3))
    agree(run, *inputs(rng), 0.5)


@pytest.mark.check("LayerNorm.gradients", points=1, statement="T9")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x, through mean and variance as well"""
    agree(run, *inputs(rng), gradients=True, **LOOSE)
