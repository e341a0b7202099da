"""A2: the post-norm block."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

# LayerNorm rescales, so a constant factor on the sum changes the values by less than this; test_scale looks for it.
LOOSE = 1e-3

State = dict[str, Tensor]


def build(it: Any, sublayer: nn.Module, norm: State) -> Any:
    """The block around `sublayer`, in float64, with the weights `norm`.

    A block that owns no parameter but the sublayer's has no norm that could be filled: its output will show that.
    """
    width = len(norm["weight"])
    block = it.ResidualSublayer(sublayer, width).double()
    if any(not name.startswith("sublayer.") for name in block.state_dict()):
        block.norm.load_state_dict(norm)
    return block


def evaluate(it: Any, x: Tensor, sublayer: nn.Module, norm: State) -> Any:
    """The block's output in eval mode."""
    block = build(it, sublayer, norm)
    block.eval()
    return block(x)


def branch(rng: Rng, width: int) -> nn.Module:
    """A full, non-linear sublayer."""
    return rng.scramble(nn.Sequential(nn.Linear(width, 8), nn.Tanh(), nn.Linear(8, width)).double())


def norm_state(rng: Rng, width: int) -> State:
    """A weight and a bias that no fresh LayerNorm has."""
    return {"weight": rng.normal(width), "bias": rng.normal(width)}


@pytest.mark.check("ResidualSublayer.value", points=2, statement="T3")
def test_value(agree: Agreement, rng: Rng) -> None:
    """adds first and normalises the sum"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    x = rng.normal(batch, time, width, mean=1, std=2)
    agree(evaluate, x, branch(rng, width), norm_state(rng, width), rtol=LOOSE, atol=LOOSE)


@pytest.mark.check("ResidualSublayer.scale", points=1, statement="T1")
def test_scale(agree: Agreement, rng: Rng) -> None:
    """puts no factor on the sum, not even one that the norm would hide"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    sublayer = rng.scramble(nn.Sequential(nn.Linear(width, width, bias=False), nn.Tanh()).double())
    agree(evaluate, rng.normal(batch, time, width, std=2e-3), sublayer, norm_state(rng, width))


@pytest.mark.check("ResidualSublayer.gradients", points=1, statement="T6")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x by both ways"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    x = rng.normal(batch, time, width, mean=1, std=2)
    sublayer = branch(rng, width).requires_grad_(False)
    agree(evaluate, x, sublayer, norm_state(rng, width), gradients=True, rtol=LOOSE, atol=LOOSE)


@pytest.mark.check("ResidualSublayer.deterministic", points=1, statement="T3")
def test_deterministic(agree: Agreement, rng: Rng) -> None:
    """gives the same result twice in train mode"""

    def same(it: Any, x: Tensor, sublayer: nn.Module, norm: State) -> bool:
        block = build(it, sublayer, norm)
        return bool((block(x.clone()) == block(x.clone())).all())  # a block that changes x is not thereby random

    width = 8
    agree(same, rng.normal(5, 12, width), branch(rng, width), norm_state(rng, width))


@pytest.mark.check("ResidualSublayer.shape_guard", points=1, statement="T2")
def test_shape_guard(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """raises ValueError when the sublayer's output has another shape than x"""

    def run(it: Any, x: Tensor, sublayer: nn.Module, width: int) -> str:
        it.ResidualSublayer(sublayer, width).double()(x)
        return "accepted"

    b, t, d = rng.sizes(3)
    for shape in [(b, t, 1), (1, t, d), (d,), (b, t, 2 * d), (b, t + 1, d)]:
        facts = {"input": (b, t, d), "shape": shape}
        agree(run, rng.normal(b, t, d), toolbox.Fixed(rng.normal(*shape)), d, raises=ValueError, facts=facts)
