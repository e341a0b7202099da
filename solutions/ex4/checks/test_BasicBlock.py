"""C2: ResNet's block with two convolutions."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

LOOSE: dict[str, Any] = {"rtol": 1e-5, "atol": 1e-6}

State = dict[str, Tensor]
Shape = tuple[int, int, int]


def build(it: Any, shape: Shape, state: State) -> Any:
    """The block in float64, with the weights `state` wherever they fit."""
    block = it.BasicBlock(*shape).double()
    for name in ("conv1", "conv2", "norm1", "norm2", "shortcut"):
        getattr(block, name)
    found = {name: (state.get(known(name, value), value), value) for name, value in block.state_dict().items()}
    block.load_state_dict({name: new if new.shape == old.shape else old for name, (new, old) in found.items()})
    return block


def known(name: str, value: Tensor) -> str:
    """The name of a parameter or buffer; in the shortcut its kind: "shortcut.weight4" is that of a convolution."""
    return f"shortcut.{name.rpartition('.')[2]}{value.dim()}" if name.startswith("shortcut.") else name


def evaluated(it: Any, x: Tensor, shape: Shape, state: State) -> Any:
    """What the block makes of x with the running averages of its norms."""
    return build(it, shape, state).eval()(x)


def learnt(rng: Rng, channels: int, name: str, axes: str = "") -> State:
    """The state of a batch norm that has learnt something, but nothing that would leave a ReLU behind it no entry."""
    return {
        f"{name}weight{axes}": rng.uniform(0.5, 1.5, channels),
        f"{name}bias{axes}": rng.normal(channels, std=0.3),
        f"{name}running_mean{axes}": rng.normal(channels),
        f"{name}running_var{axes}": rng.uniform(0.5, 2.0, channels),
    }


def inputs(rng: Rng, in_channels: int, out_channels: int, stride: int) -> tuple[Tensor, Shape, State]:
    """Pictures (B, in_channels, H, W) with entries of either sign, and a state for the block.

    A bias that a convolution should not have is 0: it costs the points of one check, and hides nothing from the others.
    """
    state = {
        "conv1.bias": torch.zeros(out_channels, dtype=torch.float64),
        "conv2.bias": torch.zeros(out_channels, dtype=torch.float64),
        "conv1.weight": rng.normal(out_channels, in_channels, 3, 3, std=0.5),
        **learnt(rng, out_channels, "norm1."),
        "conv2.weight": rng.normal(out_channels, out_channels, 3, 3, std=0.5),
        **learnt(rng, out_channels, "norm2."),
        "shortcut.weight4": rng.normal(out_channels, in_channels, 1, 1),
        **learnt(rng, out_channels, "shortcut.", "1"),
    }
    return rng.normal(2, in_channels, 5, 6), (in_channels, out_channels, stride), state


@pytest.mark.check("BasicBlock.value", points=3, statement="T20")
def test_value(agree: Agreement, rng: Rng) -> None:
    """adds the branch to its input, and applies ReLU to the sum"""
    channels = rng.integer(3, 4)
    agree(evaluated, *inputs(rng, channels, channels, 1), **LOOSE)


@pytest.mark.check("BasicBlock.projection", points=2, statement="T20")
def test_projection(agree: Agreement, rng: Rng) -> None:
    """changes size and channels, on both ways alike"""
    agree(evaluated, *inputs(rng, 3, 7, 2), **LOOSE)
    agree(evaluated, *inputs(rng, 4, 4, 2), **LOOSE)
    agree(evaluated, *inputs(rng, 5, 3, 1), **LOOSE)


@pytest.mark.check("BasicBlock.training", points=2, statement="T20")
def test_training(agree: Agreement, rng: Rng) -> None:
    """in training: uses the statistics of the batch, and updates the averages once"""

    def trained(it: Any, x: Tensor, shape: Shape, state: State) -> dict[str, Any]:
        block = build(it, shape, state).train()
        output = block(x)
        # By value and not by name: how the parts of a shortcut are called is the student's affair.
        averages = {known(name, value): value for name, value in block.state_dict().items() if "running" in name}
        return {"output": output, "averages": averages}

    agree(trained, *inputs(rng, 3, 5, 2), **LOOSE)


@pytest.mark.check("BasicBlock.gradients", points=1, statement="T1")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to x by both ways, and leaves x as it was"""
    for shape in ((3, 3, 1), (3, 5, 2)):
        agree(evaluated, *inputs(rng, *shape), gradients=True, purity=True, **LOOSE)


@pytest.mark.check("BasicBlock.parameters", points=1, statement="T19")
def test_parameters(agree: Agreement, rng: Rng) -> None:
    """trains two convolutions without bias, two norms, and a projection only where there has to be one"""

    def sizes(it: Any, shape: Shape) -> list[int]:
        return sorted(parameter.numel() for parameter in it.BasicBlock(*shape).parameters())

    channels = rng.integer(3, 4)
    for shape in ((channels, channels, 1), (channels, 5, 2)):
        agree(sizes, shape)

    def default(it: Any, channels: int, x: Tensor) -> list[int]:
        return list(it.BasicBlock(channels, channels).double()(x).shape)

    agree(default, channels, rng.normal(2, channels, 5, 6))
