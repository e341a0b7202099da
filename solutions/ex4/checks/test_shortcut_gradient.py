"""C3: the gradient that comes by shortcuts alone."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

Stack = tuple[list[Tensor | None], list[Tensor], Tensor]


def stack(rng: Rng, widths: list[int], identities: tuple[int, ...] = (), positive: bool = False) -> Stack:
    """Shortcuts between layers of these widths, outputs as a ReLU returns them, and v."""
    batch = rng.integer(5, 6)
    shortcuts: list[Tensor | None] = [
        None if block in identities else rng.normal(widths[block + 1], widths[block])
        for block in range(len(widths) - 1)
    ]
    outputs = [rng.normal(batch, width, mean=0.2).relu() for width in widths[1:]]
    if positive:
        outputs = [output + 0.1 for output in outputs]
    return shortcuts, outputs, rng.normal(batch, widths[-1])


@pytest.mark.check("shortcut_gradient.both", points=1, statement="T21")
def test_both(agree: Agreement, rng: Rng) -> None:
    """meets both in the right order, in stacks that widen and narrow"""
    width = rng.integer(8, 9)  # so wide that no vector is likely to be lost whole
    agree("shortcut_gradient", *stack(rng, 4 * [width], identities=(1,)))
    agree("shortcut_gradient", *stack(rng, [3, 5, 5, 8, 6], identities=(1,)))


@pytest.mark.check("shortcut_gradient.projections", points=1, statement="T22")
def test_projections(agree: Agreement, rng: Rng) -> None:
    """multiplies by the projections, where every ReLU lets everything pass"""
    width = rng.integer(7, 8)  # square: so that the wrong side of a matrix gives numbers, not an error
    agree("shortcut_gradient", *stack(rng, 4 * [width], positive=True))


@pytest.mark.check("shortcut_gradient.relu", points=1, statement="T21")
def test_relu(agree: Agreement, rng: Rng) -> None:
    """loses what the ReLUs do not let pass, where every shortcut is the identity"""
    agree("shortcut_gradient", *stack(rng, 3 * [rng.integer(8, 9)], identities=(0, 1)))


@pytest.mark.check("shortcut_gradient.few", points=1, statement="T22")
def test_few(agree: Agreement, rng: Rng) -> None:
    """works for a single block, and returns v if there is none"""
    for widths in ([8, 8], [5]):  # square, as above
        agree("shortcut_gradient", *stack(rng, widths))


@pytest.mark.check("shortcut_gradient.pure", points=1, statement="T1")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves v, the projections and the outputs as they were"""

    def call(it: Any, shortcuts: list[Tensor | None], outputs: list[Tensor], v: Tensor) -> None:
        it.shortcut_gradient(shortcuts, outputs, v)

    agree(call, *stack(rng, [6, 6, 6], identities=(1,)), purity=True)
