"""B2: the directions that the norm takes out of a gradient."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-3}
"""Leaves room for an eps in the stretch."""


def inputs(rng: Rng) -> tuple[Tensor, Tensor]:
    """x and g (B, T, d_model), neither with mean 0."""
    shape = (*rng.sizes(2), rng.integer(8, 11))
    return rng.normal(*shape, mean=1.0, std=2.0), rng.normal(*shape, mean=0.5)


@pytest.mark.check("split_gradient.value", points=3, statement="T11")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns the parts along the shift, along the stretch, and the rest"""
    x, g = inputs(rng)
    x[0, 0] *= 0.1  # short, and not to be taken for one without a direction
    agree("split_gradient", x, g, **LOOSE)


@pytest.mark.check("split_gradient.pure", points=1, statement="T6")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x and g as they were"""

    def call(it: Any, x: Tensor, g: Tensor) -> None:
        it.split_gradient(x, g)

    agree(call, *inputs(rng), purity=True)


@pytest.mark.check("split_gradient.orthogonal", points=1, statement="T11")
def test_orthogonal(agree: Agreement, rng: Rng) -> None:
    """gives parts at right angles to each other that add up to g"""

    def products(it: Any, x: Tensor, g: Tensor) -> Any:
        shift, stretch, rest = it.split_gradient(x, g.clone())
        angles = {
            "shift and stretch": shift * stretch,
            "shift and rest": shift * rest,
            "stretch and rest": stretch * rest,
        }
        return {"sum": shift + stretch + rest - g, **{name: product.sum(-1) for name, product in angles.items()}}

    agree(products, *inputs(rng), atol=1e-3)


@pytest.mark.check("split_gradient.constant", points=1, statement="T5")
def test_constant(agree: Agreement, rng: Rng) -> None:
    """has no stretch where all features of a token are equal"""
    x, g = inputs(rng)
    x[0, rng.integer(0, x.shape[1] - 1)] = float(rng.integer(2, 9))
    agree("split_gradient", x, g, **LOOSE)
