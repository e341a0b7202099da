"""Part A: a function, compared with the reference; once its values, once its gradients."""

from __future__ import annotations

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng) -> tuple[Tensor, Tensor, float]:
    """Two tensors of one shape, whose sizes cannot be confused, and a weight far from 0, 1/2 and 1."""
    shape = rng.sizes(3)
    return rng.normal(*shape), rng.normal(*shape), float(rng.uniform(0.1, 0.4))


@pytest.mark.check("blend.value", points=2, statement="T1")
def test_value(agree: Agreement, rng: Rng) -> None:
    """mixes the two in the right shares, and changes neither"""
    agree("blend", *inputs(rng), purity=True)


@pytest.mark.check("blend.gradients", points=1, statement="T2")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes to each its share of the gradient"""
    agree("blend", *inputs(rng), gradients=True)
