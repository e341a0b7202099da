"""C2: stacks with the norm before the sublayer or behind the sum."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-3}
"""Forgives a norm with a misplaced eps: it has cost points in Part A."""

State = dict[str, Tensor]


def run(it: Any, x: Tensor, sublayers: list[nn.Module], placement: str, state: State) -> Any:
    """The output of a stack in float64, with the norms' weights `state` where it has some of these names."""
    stack = it.NormalisedStack(sublayers, x.shape[-1], placement).double()
    stack.load_state_dict({name: state.get(name, value) for name, value in stack.state_dict().items()})
    return stack(x)


def inputs(rng: Rng, placement: str, depth: int = 3) -> tuple[Tensor, list[nn.Module], str, State]:
    """x (B, T, d_model), non-linear sublayers, and a gain and a bias for every norm and for a final one."""
    batch, time, width = *rng.sizes(2), rng.integer(8, 11)
    sublayers = [rng.scramble(nn.Sequential(nn.Linear(width, width), nn.Tanh()).double()) for _ in range(depth)]
    names = [*(f"norms.{index}" for index in range(depth)), "final_norm"]
    state = {f"{name}.{kind}": rng.normal(width, mean=0.5) for name in names for kind in ("weight", "bias")}
    return rng.normal(batch, time, width, mean=1.0, std=2.0), list(sublayers), placement, state


@pytest.mark.check("NormalisedStack.pre", points=2, statement="T13")
def test_pre(agree: Agreement, rng: Rng) -> None:
    """pre-norm: normalises what goes into each sublayer, and at the end the stream"""
    agree(run, *inputs(rng, "pre"), **LOOSE)


@pytest.mark.check("NormalisedStack.post", points=2, statement="T13")
def test_post(agree: Agreement, rng: Rng) -> None:
    """post-norm: normalises every sum"""
    agree(run, *inputs(rng, "post"), **LOOSE)


@pytest.mark.check("NormalisedStack.final", points=1, statement="T14")
def test_final(agree: Agreement, rng: Rng) -> None:
    """without sublayers: a final norm in pre-norm, nothing at all in post-norm"""
    for placement in ("pre", "post"):
        agree(run, *inputs(rng, placement, depth=0), **LOOSE)


@pytest.mark.check("NormalisedStack.own_norms", points=1, statement="T15")
def test_own_norms(agree: Agreement, rng: Rng) -> None:
    """gives every sublayer a norm of its own, and shows all of them to an optimiser"""

    def count(it: Any, sublayers: list[nn.Module], width: int, placement: str) -> dict[str, int]:
        return {"tensors in parameters()": len(list(it.NormalisedStack(sublayers, width, placement).parameters()))}

    for placement in ("pre", "post"):
        x, sublayers, _, _ = inputs(rng, placement)
        agree(count, sublayers, x.shape[-1], placement)


@pytest.mark.check("NormalisedStack.gradients", points=1, statement="T13")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x by both ways"""
    for placement in ("pre", "post"):
        x, sublayers, _, state = inputs(rng, placement, depth=2)
        frozen = [sublayer.requires_grad_(False) for sublayer in sublayers]
        agree(run, x, frozen, placement, state, gradients=True, **LOOSE)


@pytest.mark.check("NormalisedStack.placements", points=1, statement="T13")
def test_placements(agree: Agreement, rng: Rng) -> None:
    """raises ValueError for any other placement"""

    def make(it: Any, sublayers: list[nn.Module], width: int, placement: str) -> str:
        it.NormalisedStack(sublayers, width, placement)
        return "accepted"

    for placement in ("middle", "Pre", ""):
        x, sublayers, _, _ = inputs(rng, placement, depth=2)
        agree(make, sublayers, x.shape[-1], placement, raises=ValueError, facts={"choice": placement})
