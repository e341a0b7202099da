"""B1: the slope of one residual sublayer."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import torch

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def smooth(toolbox: ModuleType, rng: Rng) -> Any:
    """A random elementwise function whose slope is neither constant nor zero."""
    a, b, c = rng.uniform(0.5, 1.5), rng.uniform(0.7, 2.0), rng.uniform(-1.5, -0.5)
    return toolbox.Elementwise(float(a), float(b), float(c))


@pytest.mark.check("residual_local_derivative.value", points=2, statement="T6")
def test_value(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """returns the slope of x + f(x) at every entry of x"""
    agree("residual_local_derivative", smooth(toolbox, rng), rng.normal(rng.integer(4, 9)))


@pytest.mark.check("residual_local_derivative.constant", points=1, statement="T10")
def test_constant(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """works for an f that does not depend on x, such as torch.zeros_like"""
    x = rng.normal(rng.integer(4, 9))
    agree("residual_local_derivative", torch.zeros_like, x)
    agree("residual_local_derivative", toolbox.Constant(0.7), x)


@pytest.mark.check("residual_local_derivative.pure", points=1, statement="T12")
def test_pure(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """leaves x as it was, without requires_grad and without .grad"""

    def call(it: Any, f: Any, x: torch.Tensor) -> None:
        it.residual_local_derivative(f, x)

    agree(call, smooth(toolbox, rng), rng.normal(rng.integer(4, 9)), purity=True)
