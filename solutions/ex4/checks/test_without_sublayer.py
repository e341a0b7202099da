"""B2: a stack from which one sublayer is missing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

DEPTH, WIDTH = 24, 8


def inputs(rng: Rng, index: int, depth: int = 5) -> tuple[list[nn.Module], Tensor, int]:
    """Non-linear sublayers, x (B, T, d_model), and the place of the one to leave out."""
    shape = (*rng.sizes(2), rng.integer(8, 9))
    sublayers = [rng.scramble(nn.Sequential(nn.Linear(shape[-1], shape[-1]), nn.Tanh()).double()) for _ in range(depth)]
    return list(sublayers), rng.normal(*shape), index


@pytest.mark.check("without_sublayer.residual", points=2, statement="T12")
def test_residual(agree: Agreement, rng: Rng) -> None:
    """residual: lets all later sublayers run on the stream that they now find"""
    agree("without_sublayer", *inputs(rng, rng.integer(1, 2)), True)


@pytest.mark.check("without_sublayer.plain", points=1, statement="T12")
def test_plain(agree: Agreement, rng: Rng) -> None:
    """plain: connects the layers on both sides of the gap"""
    agree("without_sublayer", *inputs(rng, rng.integer(1, 2)), False)


@pytest.mark.check("without_sublayer.ends", points=1, statement="T12")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """can leave out the first, the last and the only one"""
    for index, depth in ((0, 4), (3, 4), (0, 1)):
        for residual in (True, False):
            agree("without_sublayer", *inputs(rng, index, depth), residual)


@pytest.mark.check("without_sublayer.pure", points=1, statement="T1")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x and the sublayers as they were"""

    def call(it: Any, sublayers: list[nn.Module], x: Tensor, index: int, residual: bool) -> None:
        it.without_sublayer(sublayers, x, index, residual)

    for residual in (True, False):
        agree(call, *inputs(rng, 1, 3), residual, purity=True)


@pytest.mark.check("without_sublayer.deep", points=1, statement="T13")
def test_deep(agree: Agreement, rng: Rng, insight: Callable[[str], None]) -> None:
    """a stack of 24 sublayers, with and without shortcuts"""
    sublayers = [rng.scramble(nn.Linear(WIDTH, WIDTH).double(), std=WIDTH**-0.5) for _ in range(DEPTH)]
    x, place = rng.normal(2, 5, WIDTH), rng.integer(8, 15)
    changes = []
    for residual in (True, False):
        missing = agree("without_sublayer", sublayers, x, place, residual)
        whole = x
        with torch.no_grad():
            for sublayer in sublayers:
                whole = whole + sublayer(whole) if residual else sublayer(whole)
            changes.append(float((missing - whole).norm() / whole.norm()))
    insight(
        f"Your own numbers for {DEPTH} linear sublayers, without number {place}: the output of the residual stack"
        f" changes by {changes[0]:.0%} of its size, that of the plain stack by {changes[1]:.0%}."
    )
