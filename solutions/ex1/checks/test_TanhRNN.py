"""B1: a recurrent network."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

State = dict[str, Tensor]


def run(it: Any, u: Tensor, h0: Tensor, recurrent: State, driving: State) -> Any:
    """All states of a network with given weights, in float64."""
    rnn = it.TanhRNN(u.shape[-1], h0.shape[-1]).double()
    rnn.W.load_state_dict(recurrent)
    rnn.U.load_state_dict(driving)
    return rnn(u, h0)


def inputs(rng: Rng, steps: int | None = None) -> tuple[Tensor, Tensor, State, State]:
    """u (B, T, input), h0 (B, hidden) and weights for W and U; all sizes are different."""
    batch, time, features, width = rng.sizes(4, low=3, high=7)
    recurrent = rng.scramble(nn.Linear(width, width, bias=False).double())
    driving = rng.scramble(nn.Linear(features, width).double())
    u, h0 = rng.normal(batch, time if steps is None else steps, features), rng.uniform(-0.9, 0.9, batch, width)
    return u, h0, dict(recurrent.state_dict()), dict(driving.state_dict())


@pytest.mark.check("TanhRNN.value", points=3, statement="T8")
def test_value(agree: Agreement, rng: Rng) -> None:
    """returns the states h_0 to h_T"""
    agree(run, *inputs(rng))


@pytest.mark.check("TanhRNN.gradients", points=2, statement="T9")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes gradients back through all steps, to every input and to h_0"""
    agree(run, *inputs(rng), gradients=True)


@pytest.mark.check("TanhRNN.one_step", points=1, statement="T8")
def test_one_step(agree: Agreement, rng: Rng) -> None:
    """a sequence of a single step"""
    agree(run, *inputs(rng, steps=1))


@pytest.mark.check("TanhRNN.parameters", points=1, statement="T8")
def test_parameters(agree: Agreement, rng: Rng) -> None:
    """owns one set of weights for all steps: those of W and U, and one bias"""

    def shapes(it: Any, features: int, width: int) -> dict[str, tuple[int, ...]]:
        return {name: tuple(value.shape) for name, value in it.TanhRNN(features, width).state_dict().items()}

    agree(shapes, *rng.sizes(2))
