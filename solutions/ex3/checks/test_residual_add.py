"""A1: one residual connection around any callable."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement, Counting
from grader.checks.rng import Rng


def tanh_ending(rng: Rng, width: int, dtype: torch.dtype = torch.float64) -> nn.Module:
    """A full, non-linear sublayer whose last step, tanh, needs its own output for the backward pass."""
    return rng.scramble(nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh()).to(dtype))


def call(it: Any, x: Tensor, sublayer: Any) -> None:
    """Calls the function and drops its result, for a check in which the value does not matter."""
    it.residual_add(x, sublayer)


def try_shape(it: Any, x: Tensor, sublayer: Any) -> str:
    """Says so if the function returned at all."""
    it.residual_add(x, sublayer)
    return "accepted"


@pytest.mark.check("residual_add.pure", points=1, statement="T12")
def test_pure(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """changes neither x nor what the sublayer returned"""
    batch, time, width = rng.sizes(3)
    x = rng.normal(batch, time, width)
    agree(call, x, tanh_ending(rng, width), purity=True)
    agree(call, x, toolbox.Fixed(rng.normal(batch, time, width)), purity=True)
    agree(call, x, nn.Identity(), purity=True)


@pytest.mark.check("residual_add.value", points=2, statement="T1")
def test_value(agree: Agreement, rng: Rng) -> None:
    """adds the sublayer's output to its input, in the dtype of the input"""
    shape = rng.sizes(3)
    facts = {"input": shape}
    agree("residual_add", rng.normal(*shape), tanh_ending(rng, shape[-1]), rtol=1e-9, atol=1e-12, facts=facts)
    single = torch.float32
    agree("residual_add", rng.normal(*shape, dtype=single), tanh_ending(rng, shape[-1], single), facts=facts)


@pytest.mark.check("residual_add.gradients", points=2, statement="T6")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x by both ways, and to the sublayer's weights"""
    shape = rng.sizes(3)
    x, sublayer = rng.normal(*shape), tanh_ending(rng, shape[-1])
    # Digits are the business of test_value: what was rounded to float32 on the way passes here, whatever the seed.
    agree("residual_add", x, sublayer, gradients=True, rtol=1e-5, atol=1e-6, facts={"input": shape})


@pytest.mark.check("residual_add.shape_guard", points=1, statement="T2")
def test_shape_guard(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """raises ValueError when the sublayer's output has another shape than x"""
    b, t, d = rng.sizes(3)
    stretchable: list[tuple[int, ...]] = [(b, t, 1), (1, t, d), (t, d), (d,), ()]
    for shape in [*stretchable, (b, t, 2 * d), (b, t + 1, d)]:
        sublayer = toolbox.Fixed(rng.normal(*shape))
        facts = {"input": (b, t, d), "shape": shape}
        agree(try_shape, rng.normal(b, t, d), sublayer, raises=ValueError, facts=facts)


@pytest.mark.check("residual_add.once", points=1, statement="T12")
def test_once(agree: Agreement, rng: Rng) -> None:
    """calls the sublayer exactly once"""

    def calls(it: Any, x: Tensor, sublayer: nn.Module) -> dict[str, int]:
        counted = Counting(sublayer)
        it.residual_add(x, counted)
        return {"calls": counted.calls}

    shape = rng.sizes(3)
    agree(calls, rng.normal(*shape), tanh_ending(rng, shape[-1]))
