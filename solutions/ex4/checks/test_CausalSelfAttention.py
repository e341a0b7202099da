"""A2: causal self-attention with several heads."""

from __future__ import annotations

from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6}

WRONG_REACH = (
    "One token of one sample was changed, and your output moved at other places than it should. Try it: which "
    "entries of the output differ when you change the last token, and which when you change another sample?"
)

PARAMETERS = "Your parameters are not those of four nn.Linear(d_model, d_model), as the docstring prescribes them."

State = dict[str, Tensor]


def build(it: Any, width: int, heads: int, state: State) -> Any:
    """The attention in float64, with the weights `state` where it has some of these names and shapes."""
    attention = it.CausalSelfAttention(width, heads).double()
    for name in ("query", "key", "value", "output"):
        getattr(attention, name)
    found = {name: (state.get(name, value), value) for name, value in attention.state_dict().items()}
    attention.load_state_dict({name: new if new.shape == old.shape else old for name, (new, old) in found.items()})
    return attention


def run(it: Any, x: Tensor, heads: int, state: State) -> Any:
    """What the attention makes of x."""
    return build(it, x.shape[-1], heads, state)(x)


def inputs(rng: Rng, heads: int, d_head: int) -> tuple[Tensor, int, State]:
    """x (B, T, heads · d_head), T being no other size, and weights and biases for the four linear maps."""
    batch, time = rng.choice([(2, 5), (3, 5), (2, 7), (3, 7)])
    width = heads * d_head
    parts = {name: rng.scramble(nn.Linear(width, width).double()) for name in ("query", "key", "value", "output")}
    state = {f"{name}.{kind}": value for name, part in parts.items() for kind, value in part.state_dict().items()}
    return rng.normal(batch, time, width), heads, state


@pytest.mark.check("CausalSelfAttention.one_head", points=1, statement="T6")
def test_one_head(agree: Agreement, rng: Rng) -> None:
    """with a single head: reads from queries, keys and values, and projects the result"""
    agree(run, *inputs(rng, 1, rng.choice([4, 6])), **LOOSE)


@pytest.mark.check("CausalSelfAttention.value", points=2, statement="T5")
def test_value(agree: Agreement, rng: Rng) -> None:
    """with several heads: lets each read for itself"""
    heads, d_head = rng.choice([(2, 3), (3, 2), (2, 4), (4, 3)])
    agree(run, *inputs(rng, heads, d_head), **LOOSE)


@pytest.mark.check("CausalSelfAttention.reach", points=2, statement="T7")
def test_reach(agree: Agreement, rng: Rng) -> None:
    """takes nothing from later tokens and nothing from other samples"""

    def moved(it: Any, x: Tensor, heads: int, state: State, other: Tensor) -> dict[str, list[bool]]:
        attention = build(it, x.shape[-1], heads, state)
        late, foreign = x.clone(), x.clone()
        late[:, -1] = other[:, -1]
        foreign[1] = other[1]
        before, after, beside = attention(x), attention(late), attention(foreign)
        return {
            "which tokens follow a change of the last token": differs(before, after),
            "which tokens of sample 0 follow a change of sample 1": differs(before[:1], beside[:1]),
        }

    x, heads, state = inputs(rng, *rng.choice([(2, 3), (3, 2), (2, 4)]))
    agree(moved, x, heads, state, rng.normal(*x.shape), otherwise=WRONG_REACH)


@pytest.mark.check("CausalSelfAttention.gradients", points=1, statement="T6")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the right gradient to x, and changes nothing in it"""
    heads, d_head = rng.choice([(2, 3), (3, 2), (2, 4)])
    agree(run, *inputs(rng, heads, d_head), gradients=True, purity=True, **LOOSE)


@pytest.mark.check("CausalSelfAttention.parameters", points=1, statement="T6")
def test_parameters(agree: Agreement, rng: Rng) -> None:
    """has four linear maps with a bias, and nothing else to train"""

    def count(it: Any, width: int, heads: int) -> dict[str, int]:
        parameters = list(it.CausalSelfAttention(width, heads).parameters())
        return {"tensors": len(parameters), "numbers": sum(parameter.numel() for parameter in parameters)}

    heads, d_head = rng.choice([(2, 3), (3, 2), (4, 2)])
    agree(count, heads * d_head, heads, otherwise=PARAMETERS)


def differs(one: Tensor, other: Tensor) -> list[bool]:
    """For each token whether it is another in any sample, beyond rounding."""
    return [bool(far) for far in ((one - other).abs() > 1e-9).any(-1).any(0)]
