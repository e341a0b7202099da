"""C1: what a block returns when its sublayer returns zero."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng) -> tuple[Tensor, nn.Module]:
    """x (B, T, d), far from normalised, and a norm with learnt weights, so that norm(x) is far from x."""
    batch, time, width = rng.sizes(3)
    return rng.normal(batch, time, width, mean=1, std=2), rng.scramble(nn.LayerNorm(width).double())


@pytest.mark.check("zero_case_output.none", points=1, statement="T10")
def test_none(agree: Agreement, rng: Rng) -> None:
    """knows what comes out of a block without a norm"""
    agree("zero_case_output", *inputs(rng), "none")


@pytest.mark.check("zero_case_output.pre", points=1, statement="T14")
def test_pre(agree: Agreement, rng: Rng) -> None:
    """knows what comes out of a pre-norm block"""
    agree("zero_case_output", *inputs(rng), "pre")


@pytest.mark.check("zero_case_output.post", points=2, statement="T14")
def test_post(agree: Agreement, rng: Rng) -> None:
    """knows what comes out of a post-norm block"""
    agree("zero_case_output", *inputs(rng), "post")


@pytest.mark.check("zero_case_output.placement", points=1)
def test_placement(agree: Agreement, rng: Rng) -> None:
    """raises ValueError for any other placement"""

    def run(it: Any, x: Tensor, norm: nn.Module, placement: str) -> str:
        it.zero_case_output(x, norm, placement)
        return "accepted"

    for placement in ("middle", "sandwich", ""):
        agree(run, *inputs(rng), placement, raises=ValueError, facts={"placement": placement})
