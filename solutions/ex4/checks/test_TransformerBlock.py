"""A3: a pre-norm block."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6}

State = dict[str, Tensor]


def run(it: Any, x: Tensor, attention: nn.Module, feed_forward: nn.Module, state: State) -> Any:
    """The output of a block in float64, with the norms' weights `state` where it has some of these names."""
    block = it.TransformerBlock(attention, feed_forward, x.shape[-1]).double()
    for name in ("attention", "feed_forward", "norm1", "norm2"):
        getattr(block, name)
    block.load_state_dict({name: state.get(name, value) for name, value in block.state_dict().items()})
    return block(x)


def inputs(rng: Rng, silent: str = "") -> tuple[Tensor, nn.Module, nn.Module, State]:
    """x (B, T, d_model), far from normalised, two sublayers, and a gain and a bias for each norm.

    A convolution that takes the tokens for its channels stands for attention: it mixes them, and is torch's own.
    `silent` names a sublayer that returns zeros.
    """
    batch, time, width = *rng.sizes(2, low=2, high=5), rng.integer(6, 8)
    mixing = nn.Sequential(nn.Conv1d(time, time, 3, padding=1), nn.Tanh(), nn.Linear(width, width))
    attention = rng.scramble(mixing.double())
    feed_forward = rng.scramble(nn.Sequential(nn.Linear(width, 9), nn.ReLU(), nn.Linear(9, width)).double())
    if silent:
        rng.scramble({"attention": attention, "feed_forward": feed_forward}[silent][-1], std=0.0)
    state = {
        f"{norm}.{kind}": rng.normal(width, mean=0.5) for norm in ("norm1", "norm2") for kind in ("weight", "bias")
    }
    return rng.normal(batch, time, width, mean=1.0, std=2.0), attention, feed_forward, state


@pytest.mark.check("TransformerBlock.value", points=3, statement="T8")
def test_value(agree: Agreement, rng: Rng) -> None:
    """takes two steps, the second from where the first has arrived"""
    agree(run, *inputs(rng), **LOOSE)


@pytest.mark.check("TransformerBlock.one_silent", points=2, statement="T8")
def test_one_silent(agree: Agreement, rng: Rng) -> None:
    """is right when attention or the feed-forward network adds nothing"""

    # In one comparison: a single silent sublayer leaves several beliefs with the same result.
    def both(it: Any, *cases: Any) -> dict[str, Any]:
        return {name: run(it, *case) for name, case in zip(("attention", "feed_forward"), cases, strict=True)}

    agree(both, *(inputs(rng, silent) for silent in ("attention", "feed_forward")), **LOOSE)


@pytest.mark.check("TransformerBlock.own_norms", points=1, statement="T9")
def test_own_norms(agree: Agreement, rng: Rng) -> None:
    """has two norms, and shows an optimiser all that it has"""

    def count(it: Any, attention: nn.Module, feed_forward: nn.Module, width: int) -> dict[str, int]:
        block = it.TransformerBlock(attention, feed_forward, width)
        return {"tensors in parameters()": len(list(block.parameters()))}

    x, attention, feed_forward, _ = inputs(rng)
    agree(count, attention, feed_forward, x.shape[-1])


@pytest.mark.check("TransformerBlock.gradients", points=2, statement="T9")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x and into both sublayers, and leaves x as it was"""
    agree(run, *inputs(rng), gradients=True, **LOOSE)

    def call(it: Any, x: Tensor, attention: nn.Module, feed_forward: nn.Module, state: State) -> None:
        run(it, x, attention, feed_forward, state)

    agree(call, *inputs(rng), purity=True)
