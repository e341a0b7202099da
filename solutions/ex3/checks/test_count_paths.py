"""B3: how many paths lead through a stack."""

from __future__ import annotations

import pytest

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


@pytest.mark.check("count_paths.total", points=1, statement="T13")
def test_total(agree: Agreement, rng: Rng) -> None:
    """counts all paths of a small stack"""
    agree("count_paths", rng.integer(7, 12))


@pytest.mark.check("count_paths.of_length", points=1, statement="T13")
def test_of_length(agree: Agreement, rng: Rng) -> None:
    """counts the paths that take exactly `length` sublayers"""
    depth = rng.integer(7, 12)
    agree("count_paths", depth, rng.integer(2, depth - 2))


@pytest.mark.check("count_paths.edges", points=1, statement="T13")
def test_edges(agree: Agreement, rng: Rng) -> None:
    """paths of length 0, of full and of impossible length, and a stack without sublayers"""
    depth = rng.integer(5, 9)
    agree("count_paths", depth, depth)
    agree("count_paths", depth, 0)
    agree("count_paths", depth, depth + rng.integer(1, 3))
    agree("count_paths", 0)
    agree("count_paths", 0, 0)


@pytest.mark.check("count_paths.depth", points=1, statement="T13")
def test_depth(agree: Agreement, rng: Rng) -> None:
    """counts exactly, and in time, for 96 sublayers"""
    agree("count_paths", 96)
    agree("count_paths", 96, rng.integer(30, 66))
