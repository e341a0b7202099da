"""A4: the feed-forward sublayer."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

State = dict[str, Tensor]


def run(it: Any, x: Tensor, hidden: int, up: State, down: State) -> Any:
    """The sublayer's output for x, with given weights, in float64."""
    sublayer = it.FeedForward(x.shape[-1], hidden).double()
    sublayer.up.load_state_dict(up)
    sublayer.down.load_state_dict(down)
    return sublayer(x)


def inputs(rng: Rng) -> tuple[Tensor, int, State, State]:
    """x (B, T, d_model), d_ff, and weights for both layers; d_ff is no multiple of d_model."""
    batch, time, width = rng.sizes(3, low=3)
    hidden = 3 * width + 1
    up = rng.scramble(nn.Linear(width, hidden).double())
    down = rng.scramble(nn.Linear(hidden, width).double())
    return rng.normal(batch, time, width), hidden, dict(up.state_dict()), dict(down.state_dict())


@pytest.mark.check("FeedForward.value", points=2)
def test_value(agree: Agreement, rng: Rng) -> None:
    """computes down(relu(up(x)))"""
    x, hidden, up, down = inputs(rng)
    agree(run, x, hidden, up, down, facts={"hidden": hidden, "width": x.shape[-1]})


@pytest.mark.check("FeedForward.both_signs", points=1, statement="T11")
def test_both_signs(agree: Agreement, rng: Rng) -> None:
    """can adjust x upwards and downwards"""

    def signs(it: Any, *args: Any) -> dict[str, Any]:
        output = run(it, *args)
        return {"features": output.shape[-1], "up": bool((output > 0).any()), "down": bool((output < 0).any())}

    x, hidden, up, down = inputs(rng)
    agree(signs, x, hidden, up, down, facts={"hidden": hidden, "width": x.shape[-1]})
