"""Part B: a class. It is used in scenarios, in which `it` stands for the student's file or the reference."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def blended(it: Any, a: Tensor, b: Tensor, start: float) -> Any:
    """The output of a new module."""
    return it.Blend(start)(a, b)


def parameters(it: Any, start: float) -> list[Tensor]:
    """What an optimiser of a new module would see."""
    return [parameter.detach() for parameter in it.Blend(start).parameters()]


@pytest.mark.check("Blend.value", points=1, statement="T1")
def test_value(agree: Agreement, rng: Rng) -> None:
    """blends with the weight that it starts from"""
    shape = rng.sizes(3)
    agree(blended, rng.normal(*shape), rng.normal(*shape), float(rng.uniform(0.1, 0.4)))


@pytest.mark.check("Blend.learns", points=2, statement="T3")
def test_learns(agree: Agreement, rng: Rng) -> None:
    """shows its weight, and nothing else, to an optimiser"""
    agree(parameters, float(rng.uniform(0.1, 0.4)))
