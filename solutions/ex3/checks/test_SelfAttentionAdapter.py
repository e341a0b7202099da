"""A3: attention as a sublayer."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

# torch has several routes through attention, which differ by about 1e-7.
RTOL, ATOL = 1e-4, 1e-5


def build(it: Any, width: int, heads: int, state: dict[str, Tensor]) -> Any:
    """The adapter in float64, with the weights `state` in its `mha`."""
    adapter = it.SelfAttentionAdapter(width, heads).double()
    adapter.mha.load_state_dict(state)
    return adapter


def inputs(rng: Rng) -> tuple[Tensor, int, int, dict[str, Tensor]]:
    """x (B, T, d), all sizes different; d; the number of heads, which divides d; weights without a single zero."""
    batch, time = rng.sizes(2, low=2, high=5)
    heads = rng.integer(2, 3)
    width = heads * rng.integer(3, 4)
    attention = rng.scramble(nn.MultiheadAttention(width, heads).double())
    return rng.normal(batch, time, width), width, heads, dict(attention.state_dict())


@pytest.mark.check("SelfAttentionAdapter.returns_tensor", points=1, statement="T4")
def test_returns_tensor(agree: Agreement, rng: Rng) -> None:
    """returns one tensor"""

    def look(it: Any, x: Tensor, width: int, heads: int, state: dict[str, Tensor]) -> Any:
        output = build(it, width, heads, state)(x)
        return torch.zeros(()) if isinstance(output, Tensor) else output  # its values are the next check's business

    agree(look, *inputs(rng))


@pytest.mark.check("SelfAttentionAdapter.value", points=2, statement="T4")
def test_value(agree: Agreement, rng: Rng) -> None:
    """lets every token attend to the tokens of its own sample, and adds nothing"""

    def evaluate(it: Any, x: Tensor, width: int, heads: int, state: dict[str, Tensor]) -> Any:
        return build(it, width, heads, state)(x)

    agree(evaluate, *inputs(rng), rtol=RTOL, atol=ATOL)


@pytest.mark.check("SelfAttentionAdapter.samples_apart", points=1, statement="T4")
def test_samples_apart(agree: Agreement, rng: Rng) -> None:
    """mixes the tokens of one sample, and never two samples"""

    def influence(it: Any, x: Tensor, width: int, heads: int, state: dict[str, Tensor]) -> Any:
        adapter = build(it, width, heads, state)
        before = adapter(x)
        if not isinstance(before, Tensor):
            return before
        sample_changed, token_changed = x.clone(), x.clone()
        sample_changed[1] += 1
        token_changed[0, 1] += torch.linspace(0, 3, width, dtype=x.dtype)
        return {
            "influence of another sample": not torch.allclose(adapter(sample_changed)[0], before[0]),
            "influence of another token": not torch.allclose(adapter(token_changed)[0, 0], before[0, 0]),
        }

    agree(influence, *inputs(rng))


@pytest.mark.check("SelfAttentionAdapter.fits", points=1, statement="T5")
def test_fits(agree: Agreement, rng: Rng, reference: ModuleType) -> None:
    """fits into a residual sublayer"""

    def wrapped(it: Any, x: Tensor, width: int, heads: int, state: dict[str, Tensor]) -> Any:
        adapter = build(it, width, heads, state)
        output = adapter(x)
        if not isinstance(output, Tensor) or output.shape != x.shape:
            return output
        return torch.zeros_like(reference.ResidualSublayer(adapter, width).double()(x))

    agree(wrapped, *inputs(rng))
