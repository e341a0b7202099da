"""Fingerprints of observations: equal for what agrees, different for what does not, and silent about values."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from grader.checks.observation import Observation, Opaque
from grader.checks.sketch import sketch

X = torch.arange(12, dtype=torch.float64).reshape(3, 4) / 7


def seen(value: Any, **rest: Any) -> Observation:
    return Observation(value, **rest)


def test_the_last_digits_make_no_difference() -> None:
    assert sketch(seen(X)).agrees(sketch(seen(X * (1 + 1e-12))))
    assert sketch(seen({"a": [X, 2.0]})).agrees(sketch(seen({"a": [X + 1e-13, 2.0 + 1e-12]})))


@pytest.mark.parametrize(
    "other",
    [
        seen(X.float()),
        seen(X.T),
        seen(X.flip(0)),
        seen(-X),
        seen(torch.where(X > 1, X, 0.0)),
        seen(torch.full_like(X, torch.nan)),
        seen((X,)),
        seen([X]),
        seen(None),
        seen(Opaque("numpy.ndarray")),
        seen(X, changed=("x",)),
        seen(X, gradients={"x": X}),
        seen(X, gradients={"x": None}),
        Observation(raised="ValueError"),
    ],
    ids=lambda observation: str(observation.value)[:12],
)
def test_everything_else_does(other: Observation) -> None:
    assert not sketch(seen(X)).agrees(sketch(other))
    assert sketch(other).agrees(sketch(other))


@pytest.mark.parametrize(
    ("a", "b"), [(1, 2), (1, True), ("a", "b"), (2**96, 2**96 + 1), ({"n": 1}, {"n": 2}), ({"n": 1}, {"m": 1})]
)
def test_what_is_exact_is_compared_exactly(a: Any, b: Any) -> None:
    assert not sketch(seen(a)).agrees(sketch(seen(b)))
    assert sketch(seen(a)).agrees(sketch(seen(a)))


def test_the_order_of_keys_does_not_matter() -> None:
    assert sketch(seen({"a": 1, "b": X})).agrees(sketch(seen({"b": X, "a": 1})))


def test_the_value_of_an_exception_is_not_looked_at() -> None:
    assert sketch(Observation(raised="ValueError", raised_text="a")).agrees(
        sketch(Observation(raised="ValueError", raised_text="b"))
    )


def test_no_entry_can_be_read_from_it() -> None:
    entries = {round(float(entry), 6) for entry in X.reshape(-1)}
    assert not entries & {round(number, 6) for number in sketch(seen(X)).sums}
