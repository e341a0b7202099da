"""C2: the standard deviation of a layer's weights."""

from __future__ import annotations

from typing import Any

import pytest

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def std(it: Any, fan_in: int, fan_out: int, scheme: str) -> float:
    """The answer as a number, be it a Python one or that of a tensor or an array with a single entry."""
    answer = it.weight_std(fan_in, fan_out, scheme)
    return float(answer if isinstance(answer, int | float) else answer.item())


def fans(rng: Rng) -> tuple[int, int]:
    """Two numbers that cannot be confused."""
    return rng.integer(20, 60), rng.integer(100, 300)


@pytest.mark.check("weight_std.lecun", points=1, statement="T15")
def test_lecun(agree: Agreement, rng: Rng) -> None:
    """LeCun's standard deviation"""
    agree(std, *fans(rng), "lecun")


@pytest.mark.check("weight_std.xavier", points=1, statement="T15")
def test_xavier(agree: Agreement, rng: Rng) -> None:
    """Xavier's standard deviation"""
    agree(std, *fans(rng), "xavier")


@pytest.mark.check("weight_std.he", points=1, statement="T15")
def test_he(agree: Agreement, rng: Rng) -> None:
    """He's standard deviation"""
    agree(std, *fans(rng), "he")


@pytest.mark.check("weight_std.schemes", points=1, statement="T15")
def test_schemes(agree: Agreement, rng: Rng) -> None:
    """raises ValueError for any other scheme"""

    def run(it: Any, fan_in: int, fan_out: int, scheme: str) -> str:
        it.weight_std(fan_in, fan_out, scheme)
        return "accepted"

    for scheme in ("orthogonal", "kaiming_uniform", ""):
        agree(run, *fans(rng), scheme, raises=ValueError, facts={"choice": scheme})
