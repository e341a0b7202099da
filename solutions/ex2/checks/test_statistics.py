"""A1: the axes of three kinds of normalisation."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def tokens(rng: Rng) -> Tensor:
    """(B, T, d_model) with three different sizes, each at least 3."""
    return rng.normal(*rng.sizes(3, low=3), mean=1.0, std=2.0)


def mean(it: Any, x: Tensor, kind: str) -> Any:
    """The first of the two results."""
    return it.statistics(x, kind)[0]


@pytest.mark.check("statistics.layer", points=2, statement="T1")
def test_layer(agree: Agreement, rng: Rng) -> None:
    """takes the mean of layer normalisation over the features of each token"""
    agree(mean, tokens(rng), "layer")


@pytest.mark.check("statistics.others", points=2, statement="T2")
def test_others(agree: Agreement, rng: Rng) -> None:
    """takes the means of batch and instance normalisation over their axes"""
    for kind in ("batch", "instance"):
        agree(mean, tokens(rng), kind)


@pytest.mark.check("statistics.variance", points=1, statement="T3")
def test_variance(agree: Agreement, rng: Rng) -> None:
    """returns mean and variance, the average squared deviation"""
    for kind in ("layer", "batch", "instance"):
        agree("statistics", tokens(rng), kind)


@pytest.mark.check("statistics.kinds", points=1, statement="T2")
def test_kinds(agree: Agreement, rng: Rng) -> None:
    """raises ValueError for any other kind"""

    def run(it: Any, x: Tensor, kind: str) -> str:
        it.statistics(x, kind)
        return "accepted"

    for kind in ("group", "Layer", ""):
        agree(run, tokens(rng), kind, raises=ValueError, facts={"choice": kind})
