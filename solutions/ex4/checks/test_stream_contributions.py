"""B1: the terms whose sum is the stream."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng, depth: int) -> tuple[list[nn.Module], Tensor]:
    """Non-linear sublayers with a norm inside, and x (B, T, d_model); depth, B, T and d_model differ."""
    batch, time, width = 2, 3, rng.integer(6, 8)
    sublayers = [
        rng.scramble(nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.Tanh()).double())
        for _ in range(depth)
    ]
    return list(sublayers), rng.normal(batch, time, width, mean=0.5)


@pytest.mark.check("stream_contributions.value", points=2, statement="T11")
def test_value(agree: Agreement, rng: Rng) -> None:
    """lists x and the update of every sublayer"""
    agree("stream_contributions", *inputs(rng, 4))


@pytest.mark.check("stream_contributions.sum", points=1, statement="T11")
def test_sum(agree: Agreement, rng: Rng) -> None:
    """adds up to the output of the stack"""

    def total(it: Any, sublayers: list[nn.Module], x: Tensor) -> Any:
        terms = it.stream_contributions(sublayers, x)
        return {"the sum over the first axis": terms.sum(0)} if isinstance(terms, Tensor) else terms

    agree(total, *inputs(rng, rng.integer(4, 6)))


@pytest.mark.check("stream_contributions.few", points=1, statement="T11")
def test_few(agree: Agreement, rng: Rng) -> None:
    """works for a single sublayer, and for none"""
    for depth in (1, 0):
        agree("stream_contributions", *inputs(rng, depth))


@pytest.mark.check("stream_contributions.pure", points=1, statement="T1")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x and the sublayers as they were"""

    def call(it: Any, sublayers: list[nn.Module], x: Tensor) -> None:
        it.stream_contributions(sublayers, x)

    agree(call, *inputs(rng, 3), purity=True)
