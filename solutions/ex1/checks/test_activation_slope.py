"""A1: the slopes of three activations."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def pre_activations(rng: Rng) -> Tensor:
    """A matrix of numbers of either sign around zero."""
    return rng.normal(*rng.sizes(2, low=3), std=1.5)


def call(it: Any, z: Tensor, kind: str) -> None:
    """Calls the function and drops its result, for a check in which the value does not matter."""
    it.activation_slope(z, kind)


@pytest.mark.check("activation_slope.sigmoid", points=1, statement="T2")
def test_sigmoid(agree: Agreement, rng: Rng) -> None:
    """the slope of sigmoid"""
    agree("activation_slope", pre_activations(rng), "sigmoid")


@pytest.mark.check("activation_slope.tanh", points=1, statement="T2")
def test_tanh(agree: Agreement, rng: Rng) -> None:
    """the slope of tanh"""
    agree("activation_slope", pre_activations(rng), "tanh")


@pytest.mark.check("activation_slope.relu", points=2, statement="T2")
def test_relu(agree: Agreement, rng: Rng) -> None:
    """the slope of ReLU, on either side of zero and at zero itself"""
    z = pre_activations(rng)
    z[0, 0], z[0, 1] = 1.7, -1.7
    agree("activation_slope", z, "relu")
    z[1] = 0.0
    agree("activation_slope", z, "relu")


@pytest.mark.check("activation_slope.saturated", points=1, statement="T3")
def test_saturated(agree: Agreement, rng: Rng) -> None:
    """a finite slope far from zero"""
    z = torch.cat([rng.uniform(20, 60, 2), rng.uniform(750, 2000, 2)])
    for kind in ("sigmoid", "tanh"):
        agree("activation_slope", torch.stack([z, -z]), kind)


@pytest.mark.check("activation_slope.kinds", points=1, statement="T2")
def test_kinds(agree: Agreement, rng: Rng) -> None:
    """raises ValueError for any other kind"""

    def run(it: Any, z: Tensor, kind: str) -> str:
        it.activation_slope(z, kind)
        return "accepted"

    for kind in ("gelu", "softplus", ""):
        agree(run, pre_activations(rng), kind, raises=ValueError, facts={"choice": kind})


@pytest.mark.check("activation_slope.pure", points=1, statement="T4")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves z as it was, without requires_grad and without .grad"""
    for kind in ("sigmoid", "tanh", "relu"):
        agree(call, pre_activations(rng), kind, purity=True)
