"""C2: the pre-norm block."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

State = dict[str, Tensor]


def build(it: Any, sublayer: nn.Module, norm: State) -> Any:
    """The block around `sublayer`, in float64, with the weights `norm`.

    A block that owns no parameter but the sublayer's has no norm that could be filled: its output will show that.
    """
    width = len(norm["weight"])
    block = it.PreNormResidual(sublayer, width).double()
    if any(not name.startswith("sublayer.") for name in block.state_dict()):
        block.norm.load_state_dict(norm)
    return block


def evaluate(it: Any, x: Tensor, sublayer: nn.Module, norm: State) -> Any:
    """The block's output in eval mode."""
    block = build(it, sublayer, norm)
    block.eval()
    return block(x)


def same_twice(it: Any, x: Tensor, sublayer: nn.Module, norm: State) -> bool:
    """Whether two calls agree in train mode."""
    block = build(it, sublayer, norm)
    return bool((block(x) == block(x)).all())


def branch(rng: Rng, width: int) -> nn.Module:
    """A full, non-linear sublayer."""
    return rng.scramble(nn.Sequential(nn.Linear(width, 8), nn.Tanh(), nn.Linear(8, width)).double())


def norm_state(rng: Rng, width: int) -> State:
    """A weight and a bias that no fresh LayerNorm has."""
    return {"weight": rng.normal(width), "bias": rng.normal(width)}


@pytest.mark.check("PreNormResidual.value", points=2, statement="T14")
def test_value(agree: Agreement, rng: Rng) -> None:
    """normalises inside the branch only, in the same way at every call"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    x = rng.normal(batch, time, width, mean=1, std=2)
    agree(evaluate, x, branch(rng, width), norm_state(rng, width))
    agree(same_twice, rng.normal(5, 12, width), branch(rng, width), norm_state(rng, width))


@pytest.mark.check("PreNormResidual.gradients", points=1, statement="T6")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x by both ways"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    x = rng.normal(batch, time, width, mean=1, std=2)
    agree(evaluate, x, branch(rng, width).requires_grad_(False), norm_state(rng, width), gradients=True)


@pytest.mark.check("PreNormResidual.zero_sublayer", points=1, statement="T10")
def test_zero_sublayer(student: Any, rng: Rng) -> None:
    """returns exactly x around a sublayer that returns zero"""
    batch, time, width = *rng.sizes(2), rng.integer(8, 12)
    x = rng.normal(batch, time, width, mean=1, std=2)
    zero = nn.Linear(width, width).double()
    nn.init.zeros_(zero.weight)
    nn.init.zeros_(zero.bias)
    output = build(student, zero, norm_state(rng, width))(x)
    assert torch.equal(output, x), (
        "Around a sublayer that returns exactly zero your block does not return x. A contribution of zero has to leave "
        "x as it is, to the last digit: whatever else touches x on the shortcut, or adds to it, is one step too many."
    )


@pytest.mark.check("PreNormResidual.shape_guard", points=1, statement="T2")
def test_shape_guard(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """raises ValueError when the sublayer's output has another shape than x"""

    def run(it: Any, x: Tensor, sublayer: nn.Module, width: int) -> str:
        it.PreNormResidual(sublayer, width).double()(x)
        return "accepted"

    b, t, d = rng.sizes(3)
    for shape in [(b, t, 1), (1, t, d), (d,), (b, t, 2 * d), (b, t + 1, d)]:
        facts = {"input": (b, t, d), "shape": shape}
        agree(run, rng.normal(b, t, d), toolbox.Fixed(rng.normal(*shape)), d, raises=ValueError, facts=facts)
