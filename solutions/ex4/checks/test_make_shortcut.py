"""C1: what stands on the shortcut of ResNet's block."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.failure import fail
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6}

State = dict[str, Tensor]
Shape = tuple[int, int, int]


def make(it: Any, shape: Shape) -> Any:
    """The shortcut, which has to be something."""
    shortcut = it.make_shortcut(*shape)
    return fail("A module is asked for, not None.") if shortcut is None else shortcut


def build(it: Any, shape: Shape, state: State) -> Any:
    """The shortcut in float64 and eval mode, with the weights `state`, which are known by kind and number of axes."""
    shortcut = make(it, shape).double().eval()
    shortcut.load_state_dict({name: learnt(state, name, value) for name, value in shortcut.state_dict().items()})
    return shortcut


def learnt(state: State, name: str, value: Tensor) -> Tensor:
    """What `state` has for a parameter or buffer, whatever the module calls it: "weight4" is that of a convolution."""
    found = state.get(f"{name.rpartition('.')[2]}{value.dim()}", value)
    return found if found.shape == value.shape else value


def run(it: Any, x: Tensor, shape: Shape, state: State) -> Any:
    """What the shortcut makes of x."""
    return build(it, shape, state)(x)


def inputs(rng: Rng, in_channels: int, out_channels: int, stride: int) -> tuple[Tensor, Shape, State]:
    """Pictures of odd height and even width, and the state of a convolution and a norm that have learnt something."""
    norm = rng.scramble(nn.BatchNorm2d(out_channels).double())
    state = {
        "weight4": rng.normal(out_channels, in_channels, 1, 1),
        "weight1": norm.weight.detach(),
        "bias1": norm.bias.detach(),
        "running_mean1": rng.normal(out_channels),
        "running_var1": rng.uniform(0.5, 2.0, out_channels),
    }
    return rng.normal(2, in_channels, 5, 6), (in_channels, out_channels, stride), state


@pytest.mark.check("make_shortcut.identity", points=1, statement="T17")
def test_identity(agree: Agreement, rng: Rng) -> None:
    """returns its input where the shape stays, and has parameters only where it does not"""

    def look(it: Any, x: Tensor, cases: list[Shape]) -> dict[str, Any]:
        shortcuts = [make(it, case).double() for case in cases]
        return {
            "returns its input where the shape stays": torch.equal(shortcuts[0](x), x),
            "has parameters": [bool(list(shortcut.parameters())) for shortcut in shortcuts],
            "shapes": [list(shortcut(x).shape) for shortcut in shortcuts],
        }

    channels, others = rng.integer(3, 4), rng.integer(5, 7)
    cases = [(channels, channels, 1), (channels, channels, 2), (channels, others, 1), (channels, others, 2)]
    words = (
        "Your shortcut does not fit all blocks. Try the four cases: stride 1 or 2, the channels the same or not (T17)."
    )
    agree(look, rng.normal(2, channels, 5, 6), cases, otherwise=words)


@pytest.mark.check("make_shortcut.parts", points=1, statement="T19")
def test_parts(agree: Agreement, rng: Rng) -> None:
    """has one matrix and the norm's gain and bias to train"""

    def sizes(it: Any, shape: Shape) -> list[int]:
        return sorted(parameter.numel() for parameter in make(it, shape).parameters())

    words = "Where your shortcut projects, it has other parameters than a convolution of T18 without bias and a norm."
    agree(sizes, (3, 7, 2), otherwise=words)


@pytest.mark.check("make_shortcut.projection", points=2, statement="T18")
def test_projection(agree: Agreement, rng: Rng) -> None:
    """projects, with stride and norm, where the shape changes"""
    agree(run, *inputs(rng, 3, 7, 2), **LOOSE)
    agree(run, *inputs(rng, 7, 4, 3), **LOOSE)


@pytest.mark.check("make_shortcut.either", points=1, statement="T17")
def test_either(agree: Agreement, rng: Rng) -> None:
    """projects if only the channels change, or only the size"""
    agree(run, *inputs(rng, 3, 7, 1), **LOOSE)
    agree(run, *inputs(rng, 4, 4, 2), **LOOSE)
