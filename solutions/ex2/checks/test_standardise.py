"""A2: tokens with mean 0 and variance 1."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-3, "atol": 1e-3}
"""Forgives a misplaced eps, for which `standardise.eps` looks."""


def tokens(rng: Rng, axes: int = 3) -> Tensor:
    """(..., d_model) with different sizes, of which d_model is the largest."""
    return rng.normal(*rng.sizes(axes - 1), rng.integer(8, 11), mean=1.0, std=2.0)


@pytest.mark.check("standardise.value", points=2, statement="T1")
def test_value(agree: Agreement, rng: Rng) -> None:
    """gives every token mean 0 and variance 1 over its features"""
    agree("standardise", tokens(rng), **LOOSE)


@pytest.mark.check("standardise.eps", points=2, statement="T4")
def test_eps(agree: Agreement, rng: Rng) -> None:
    """adds eps to the variance, under the root"""
    agree("standardise", rng.normal(*rng.sizes(2, low=4), std=3e-3))
    agree("standardise", rng.normal(*rng.sizes(2, low=4), mean=1.0), 0.5)


@pytest.mark.check("standardise.leading", points=1, statement="T1")
def test_leading(agree: Agreement, rng: Rng) -> None:
    """takes any number of axes before the features, none included"""
    for axes in (1, 2, 4):
        agree("standardise", tokens(rng, axes), **LOOSE)


@pytest.mark.check("standardise.pure", points=1, statement="T6")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x as it was"""

    def call(it: Any, x: Tensor) -> None:
        it.standardise(x)

    agree(call, tokens(rng), purity=True)


@pytest.mark.check("standardise.constant", points=1, statement="T5")
def test_constant(agree: Agreement, rng: Rng) -> None:
    """makes a token of equal features zero, and keeps its gradient finite"""
    x = rng.normal(4, rng.integer(8, 11), mean=1.0, std=2.0)
    x[rng.integer(0, 3)] = float(rng.integer(2, 9))
    agree("standardise", x, gradients=True, **LOOSE)


@pytest.mark.check("standardise.forgets", points=1, statement="T7")
def test_forgets(agree: Agreement, rng: Rng) -> None:
    """gives the same for shifted and stretched tokens, and the opposite for reversed ones"""

    def differences(it: Any, x: Tensor, stretch: float, shift: float) -> Any:
        once = it.standardise(x, 0.0)
        return it.standardise(stretch * x + shift, 0.0) - once, it.standardise(shift - stretch * x, 0.0) + once

    agree(differences, tokens(rng), float(rng.uniform(2, 5)), float(rng.uniform(3, 9)), atol=1e-4)
