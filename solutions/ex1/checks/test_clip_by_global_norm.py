"""C1: clipping a list of gradients together."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

RTOL = 1e-5
"""`torch.nn.utils.clip_grad_norm_` adds 1e-6 to the norm; the norms here are between 8 and 12."""


def gradients(rng: Rng) -> tuple[list[Tensor], float]:
    """Three tensors of different shapes and sizes, and the norm of all of them together."""
    a, b, c = rng.sizes(3, low=4)
    drawn = [rng.normal(a, b, std=2.0), rng.normal(c, std=0.7), rng.normal(c, a)]
    norm = rng.uniform(8, 12)
    scale = norm / torch.cat([gradient.flatten() for gradient in drawn]).norm()
    return [scale * gradient for gradient in drawn], float(norm)


@pytest.mark.check("clip_by_global_norm.large", points=2, statement="T13")
def test_large(agree: Agreement, rng: Rng) -> None:
    """scales gradients that are too large, all by the same factor"""
    given, norm = gradients(rng)
    # less than the root mean square of the entries, so that every other measure of size calls for clipping as well
    agree("clip_by_global_norm", given, norm * float(rng.uniform(0.05, 0.08)), rtol=RTOL)


@pytest.mark.check("clip_by_global_norm.small", points=2, statement="T14")
def test_small(agree: Agreement, rng: Rng) -> None:
    """returns small gradients, and vanished ones, as they were"""
    given, norm = gradients(rng)
    agree("clip_by_global_norm", given, norm * float(rng.uniform(2.0, 2.4)), rtol=RTOL)
    given, norm = gradients(rng)
    agree("clip_by_global_norm", [1e-12 * gradient for gradient in given], 1.0, rtol=RTOL, atol=0.0)


@pytest.mark.check("clip_by_global_norm.zero", points=1, statement="T14")
def test_zero(agree: Agreement, rng: Rng) -> None:
    """returns zeros if all gradients are zero"""
    given, _ = gradients(rng)
    agree("clip_by_global_norm", [torch.zeros_like(gradient) for gradient in given], 1.0)


@pytest.mark.check("clip_by_global_norm.pure", points=1, statement="T4")
def test_pure(agree: Agreement, rng: Rng) -> None:
    """leaves the given gradients as they were"""

    def call(it: Any, gradients: list[Tensor], max_norm: float) -> None:
        it.clip_by_global_norm(gradients, max_norm)

    agree(call, gradients(rng)[0], 1.0, purity=True)
