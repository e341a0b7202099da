"""A2: the local derivative of every layer of a chain of single units."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-4, "atol": 1e-5}
"""Forgives float32, which has cost points in the check of the value."""


def chain(rng: Rng, depth: int) -> tuple[Tensor, Tensor]:
    """Unequal weights, (depth,), every other one negative, and an input; no unit is near 0 or saturated."""
    w = rng.uniform(1.1, 1.9, depth)
    w[rng.integer(0, 1) :: 2] *= -1
    return w, rng.uniform(0.5, 0.9) * rng.choice((-1, 1))


@pytest.mark.check("local_factors.value", points=2, statement="T5")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns weight times slope for every layer"""
    agree("local_factors", *chain(rng, 6))


@pytest.mark.check("local_factors.product", points=1, statement="T1")
def test_product(agree: Agreement, rng: Rng) -> None:
    """multiplies, over all layers, to the derivative of the whole chain"""

    def product(it: Any, w: Tensor, x: Tensor) -> Any:
        return it.local_factors(w, x).double().prod()

    agree(product, *chain(rng, 5), **LOOSE)


@pytest.mark.check("local_factors.saturated", points=1, statement="T3")
def test_saturated(agree: Agreement, rng: Rng) -> None:
    """knows that large weights saturate their units"""
    w = torch.cat([rng.uniform(3, 4, 1), rng.uniform(-7, -5, 1), rng.uniform(1000, 2000, 1)])
    x = rng.uniform(0.5, 0.9)
    agree("local_factors", w, x)
    agree("local_factors", w, -x)


@pytest.mark.check("local_factors.pure", points=1, statement="T4")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves the weights and x as they were"""

    def call(it: Any, w: Tensor, x: Tensor) -> None:
        it.local_factors(w, x)

    agree(call, *chain(rng, 4), purity=True)


@pytest.mark.check("local_factors.ends", points=1, statement="T1")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """a chain of a single layer, and of none"""
    for depth in (1, 0):
        agree("local_factors", *chain(rng, depth))
