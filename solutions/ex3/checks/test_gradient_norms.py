"""B6: the norm of the gradient on its way down a stack."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def stack(rng: Rng) -> tuple[list[nn.Module], Tensor, Tensor]:
    """Five to seven different sublayers, x and v, (B, T, d) with three different sizes."""
    shape = rng.sizes(3)
    width = shape[-1]
    sublayers: list[nn.Module] = [
        rng.scramble(nn.Sequential(nn.Linear(width, 8), nn.Tanh(), nn.Linear(8, width)).double())
        for _ in range(rng.integer(5, 7))
    ]
    return sublayers, rng.normal(*shape), rng.normal(*shape)


@pytest.mark.check("gradient_norms.residual", points=2, statement="T8")
def test_residual(agree: Agreement, rng: Rng) -> None:
    """the norm at every state of a residual stack"""
    agree("gradient_norms", *stack(rng), True)


@pytest.mark.check("gradient_norms.plain", points=2, statement="T7")
def test_plain(agree: Agreement, rng: Rng) -> None:
    """the norm at every state of a plain stack"""
    agree("gradient_norms", *stack(rng), False)


@pytest.mark.check("gradient_norms.ends", points=1, statement="T8")
def test_ends(agree: Agreement, rng: Rng) -> None:
    """begins with the input and ends with the output"""

    def ends(it: Any, sublayers: Any, x: Tensor, v: Tensor) -> Any:
        norms = it.gradient_norms(sublayers, x, v, True)
        return norms[0].double(), norms[-1].double()

    agree(ends, *stack(rng))


@pytest.mark.check("gradient_norms.pure", points=1, statement="T12")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves x, v, the sublayers and every .grad as they were"""

    def call(it: Any, sublayers: Any, x: Tensor, v: Tensor) -> None:
        it.gradient_norms(sublayers, x, v, True)

    agree(call, *stack(rng), purity=True)
