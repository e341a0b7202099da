"""A1: how much each query reads from each key."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def inputs(rng: Rng) -> tuple[Tensor, Tensor]:
    """Queries and keys (B, num_heads, T, d_head), four different sizes; T is prime and the largest."""
    batch, heads, width = rng.sizes(3, low=2, high=5)
    shape = (batch, heads, rng.choice([7, 11]), width)
    return rng.normal(*shape), rng.normal(*shape)


@pytest.mark.check("attention_weights.value", points=2, statement="T2")
def test_value(agree: Agreement, rng: Rng) -> None:
    """compares every query with every key, and takes softmax over the keys"""
    agree("attention_weights", *inputs(rng), False)


@pytest.mark.check("attention_weights.sums", points=1, statement="T3")
def test_sums(agree: Agreement, rng: Rng) -> None:
    """gives weights that add up to 1 for each query, with and without a mask"""

    def sums(it: Any, queries: Tensor, keys: Tensor, causal: bool) -> Any:
        return it.attention_weights(queries, keys, causal).sum(-1)

    for causal in (False, True):
        agree(sums, *inputs(rng), causal)


@pytest.mark.check("attention_weights.causal", points=2, statement="T4")
def test_causal(agree: Agreement, rng: Rng) -> None:
    """causal: shares the weight out among the token itself and earlier ones"""
    agree("attention_weights", *inputs(rng), True)


@pytest.mark.check("attention_weights.gradients", points=1, statement="T1")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """lets the gradient through to queries and keys, and leaves both as they were"""
    for causal in (False, True):
        agree("attention_weights", *inputs(rng), causal, gradients=True, purity=True)


@pytest.mark.check("attention_weights.future", points=1, statement="T4")
def test_future(agree: Agreement, rng: Rng) -> None:
    """causal: gives later tokens exactly nothing, however well they fit"""

    def later(it: Any, queries: Tensor, keys: Tensor) -> Any:
        return it.attention_weights(queries, keys, True).triu(1)

    queries, keys = inputs(rng)
    agree(later, 5 * queries, 5 * keys, rtol=0.0, atol=0.0)
