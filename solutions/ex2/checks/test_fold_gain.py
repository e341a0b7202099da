"""C1: gain and bias inside the linear layer that follows."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def run(it: Any, norm: nn.Module, linear: nn.Module, z: Tensor) -> Any:
    """What the folded layer makes of standardised tokens z."""
    return it.fold_gain(norm, linear)(z)


def inputs(rng: Rng, width: int, features: int, bias: bool = True) -> tuple[nn.Module, nn.Module, Tensor]:
    """A norm, a linear layer from `width` to `features`, and tokens (B, T, width) with mean 0 and variance 1."""
    norm = rng.scramble(nn.LayerNorm(width).double())
    linear = rng.scramble(nn.Linear(width, features, bias=bias).double())
    return norm, linear, nn.functional.layer_norm(rng.normal(*rng.sizes(2), width), (width,))


@pytest.mark.check("fold_gain.value", points=3, statement="T12")
def test_value(agree: Agreement, rng: Rng) -> None:
    """needs no gain and bias in front of the new layer"""
    width = rng.integer(5, 8)  # square: so that the wrong axis of the matrix gives numbers, not an error
    agree(run, *inputs(rng, width, width))


@pytest.mark.check("fold_gain.shapes", points=1, statement="T12")
def test_shapes(agree: Agreement, rng: Rng) -> None:
    """works for layers that widen and narrow"""
    narrow, wide = rng.integer(3, 5), rng.integer(6, 9)
    agree(run, *inputs(rng, narrow, wide))
    agree(run, *inputs(rng, wide, narrow))


@pytest.mark.check("fold_gain.without_bias", points=1, statement="T12")
def test_without_bias(agree: Agreement, rng: Rng) -> None:
    """gives a bias to a layer that had none"""
    agree(run, *inputs(rng, rng.integer(3, 5), rng.integer(6, 9), bias=False))


@pytest.mark.check("fold_gain.pure", points=1, statement="T6")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves norm and linear layer as they were"""

    def call(it: Any, norm: nn.Module, linear: nn.Module) -> None:
        it.fold_gain(norm, linear)

    width = rng.integer(5, 8)
    agree(call, *inputs(rng, width, width)[:2], purity=True)
