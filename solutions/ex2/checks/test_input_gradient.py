"""B1: the gradient at the input of a LayerNorm."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-3}
"""Forgives a misplaced eps, for which `input_gradient.eps` looks."""


def inputs(rng: Rng, std: float = 2.0) -> tuple[Tensor, Tensor, Tensor]:
    """x and v (B, T, d_model), and a gain without equal entries."""
    shape = (*rng.sizes(2), rng.integer(8, 11))
    return rng.normal(*shape, mean=std / 2, std=std), rng.normal(*shape, mean=0.5), rng.normal(shape[-1], mean=0.5)


@pytest.mark.check("input_gradient.value", points=3, statement="T9")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns the gradient at x"""
    agree("input_gradient", *inputs(rng), **LOOSE)


@pytest.mark.check("input_gradient.directions", points=2, statement="T10")
def test_directions(agree: Agreement, rng: Rng) -> None:
    """has nothing along the shift and along the stretch of a token"""

    def along(it: Any, x: Tensor, v: Tensor, weight: Tensor) -> Any:
        gradient = it.input_gradient(x, v, weight, 0.0)
        return gradient.sum(-1), (gradient * (x - x.mean(-1, keepdim=True))).sum(-1)

    agree(along, *inputs(rng), atol=1e-4)


@pytest.mark.check("input_gradient.scale", points=1, statement="T10")
def test_scale(agree: Agreement, rng: Rng) -> None:
    """gives a token that is ten times as wide a tenth of the gradient"""

    def difference(it: Any, x: Tensor, v: Tensor, weight: Tensor) -> Any:
        return it.input_gradient(10 * x, v, weight, 0.0) - it.input_gradient(x, v, weight, 0.0) / 10

    agree(difference, *inputs(rng), atol=1e-4)


@pytest.mark.check("input_gradient.eps", points=1, statement="T9")
def test_eps(agree: Agreement, rng: Rng) -> None:
    """is exact where eps counts"""
    agree("input_gradient", *inputs(rng, std=3e-3))
    agree("input_gradient", *inputs(rng), 0.5)


@pytest.mark.check("input_gradient.pure", points=1, statement="T6")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x, v and the gain as they were"""

    def call(it: Any, x: Tensor, v: Tensor, weight: Tensor) -> None:
        it.input_gradient(x, v, weight)

    agree(call, *inputs(rng), purity=True)
    x, v, weight = inputs(rng)
    agree(call, x, v, torch.nn.Parameter(weight), purity=True)
