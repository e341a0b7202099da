"""C3: how much each sublayer changes the stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-4}
"""Forgives a misplaced eps: it has cost points in Part A."""
DEPTH = 48


def inputs(rng: Rng, placement: str) -> tuple[list[nn.Module], Tensor, str]:
    """A few non-linear sublayers of unequal strength, and x (B, T, d_model)."""
    batch, time, width = *rng.sizes(2), rng.integer(8, 11)
    sublayers = [
        rng.scramble(nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, width)).double(), std)
        for std in (0.4, 0.8, 0.3, 0.6)
    ]
    return list(sublayers), rng.normal(batch, time, width, mean=1.0, std=2.0), placement


@pytest.mark.check("relative_updates.pre", points=2, statement="T16")
def test_pre(agree: Agreement, rng: Rng) -> None:
    """pre-norm: compares what each sublayer returns with the stream it is added to"""
    agree("relative_updates", *inputs(rng, "pre"), **LOOSE)


@pytest.mark.check("relative_updates.post", points=1, statement="T16")
def test_post(agree: Agreement, rng: Rng) -> None:
    """post-norm: does the same where the stream is standardised after every sum"""
    agree("relative_updates", *inputs(rng, "post"), **LOOSE)


@pytest.mark.check("relative_updates.deep", points=1, statement="T16")
def test_deep(agree: Agreement, rng: Rng, insight: Callable[[str], None]) -> None:
    """a stack of 48 sublayers, where pre-norm and post-norm part"""
    width = 16
    sublayers = [rng.scramble(nn.Linear(width, width).double(), std=width**-0.5) for _ in range(DEPTH)]
    x = rng.normal(3, 4, width)
    pre, post = (agree("relative_updates", sublayers, x, placement, **LOOSE) for placement in ("pre", "post"))
    insight(compared(pre, post))


@pytest.mark.check("relative_updates.pure", points=1, statement="T6")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x and the sublayers as they were"""

    def call(it: Any, sublayers: list[nn.Module], x: Tensor, placement: str) -> None:
        it.relative_updates(sublayers, x, placement)

    for placement in ("pre", "post"):
        agree(call, *inputs(rng, placement), purity=True)


def compared(pre: Tensor, post: Tensor) -> str:
    """What the updates of the two stacks, (L,) each, say about their late sublayers."""
    early, late, steady = float(pre[0]), float(pre[-8:].mean()), float(post[-8:].mean())
    return (
        f"Your own numbers for {len(pre)} sublayers of equal strength: in pre-norm the first changes the stream by"
        f" {early:.0%} of its size, the last eight by {late:.0%} on average. In post-norm they still change"
        f" it by {steady:.0%}. Nothing shrank in the pre-norm sublayers: the stream has grown."
    )
