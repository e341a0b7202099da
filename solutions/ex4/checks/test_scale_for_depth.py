"""B3: smaller last projections for deeper stacks."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

WIDTH, HIDDEN = 4, 6
LAST = ("attention.output.", "feed_forward.down.")


def make_blocks(rng: Rng, count: int) -> list[nn.Module]:
    """Blocks that have the attributes of a Transformer block, and no parameter that is zero."""

    def linear(inputs: int, outputs: int) -> nn.Module:
        return rng.scramble(nn.Linear(inputs, outputs).double())

    return [
        nn.ModuleDict(
            {
                "norm1": rng.scramble(nn.LayerNorm(WIDTH).double()),
                "attention": nn.ModuleDict(
                    {name: linear(WIDTH, WIDTH) for name in ("query", "key", "value", "output")}
                ),
                "norm2": rng.scramble(nn.LayerNorm(WIDTH).double()),
                "feed_forward": nn.ModuleDict({"up": linear(WIDTH, HIDDEN), "down": linear(HIDDEN, WIDTH)}),
            }
        )
        for _ in range(count)
    ]


def factors(it: Any, blocks: list[nn.Module]) -> list[dict[str, Tensor]]:
    """By what each entry of the parameters was multiplied."""
    before = [{name: value.clone() for name, value in block.state_dict().items()} for block in blocks]
    it.scale_for_depth(blocks)
    return [
        {name: value / old[name] for name, value in block.state_dict().items()}
        for block, old in zip(blocks, before, strict=True)
    ]


def of_last(it: Any, blocks: list[nn.Module]) -> list[dict[str, Tensor]]:
    """The factors of the last projections."""
    found = factors(it, blocks)
    return [{name: value for name, value in block.items() if name.startswith(LAST)} for block in found]


def of_others(it: Any, blocks: list[nn.Module]) -> list[dict[str, Tensor]]:
    """The factors of everything else."""
    found = factors(it, blocks)
    return [{name: value for name, value in block.items() if not name.startswith(LAST)} for block in found]


@pytest.mark.check("scale_for_depth.factors", points=2, statement="T15")
def test_factors(agree: Agreement, rng: Rng) -> None:
    """multiplies every last projection, and nothing else, by one factor"""
    words = "The parameters were not multiplied as T15 says: the last projections by one factor, the others by 1."
    agree(factors, make_blocks(rng, rng.integer(3, 6)), otherwise=words)


@pytest.mark.check("scale_for_depth.depths", points=2, statement="T15")
def test_depths(agree: Agreement, rng: Rng) -> None:
    """knows the factor of the last projections for any depth, a single block included"""
    words = "For some number of blocks your factor is not that of T15. Which number of additions did you count?"
    for count in (8, 2, 1):  # with 8, no two wrong counts are the same
        agree(of_last, make_blocks(rng, count), otherwise=words)


@pytest.mark.check("scale_for_depth.others", points=1, statement="T15")
def test_others(agree: Agreement, rng: Rng) -> None:
    """leaves everything else in the blocks as it is"""
    words = "Some parameters besides the last projections are not what they were before your call."
    agree(of_others, make_blocks(rng, rng.integer(3, 5)), rtol=0.0, atol=0.0, otherwise=words)


@pytest.mark.check("scale_for_depth.variance", points=1, statement="T14")
def test_variance(agree: Agreement, rng: Rng) -> None:
    """makes all updates together as large as a single one was before, whatever the depth"""

    def growth(it: Any, blocks: list[nn.Module], x: Tensor, hidden: Tensor) -> Tensor:
        before = shares(blocks, x, hidden)
        it.scale_for_depth(blocks)
        return shares(blocks, x, hidden) / before

    blocks = make_blocks(rng, rng.integer(4, 9))
    agree(growth, blocks, rng.normal(20, WIDTH), rng.normal(20, HIDDEN), otherwise=VARIANCE)


VARIANCE = (
    "The variances of all updates, summed over the stack, have not been divided by the number of additions. With T14, "
    "work out by what the updates themselves have to be divided for that."
)


def shares(blocks: list[nn.Module], x: Tensor, hidden: Tensor) -> Tensor:
    """The sum over the stack of the mean square of what the two last projections return."""
    with torch.no_grad():
        return sum(
            (
                block.get_submodule(path)(read).pow(2).mean()
                for block in blocks
                for path, read in (("attention.output", x), ("feed_forward.down", hidden))
            ),
            start=torch.zeros((), dtype=x.dtype),
        )


@pytest.mark.check("scale_for_depth.trainable", points=1, statement="T15")
def test_trainable(agree: Agreement, rng: Rng) -> None:
    """returns nothing, and leaves the parameters trainable"""

    def look(it: Any, blocks: list[nn.Module]) -> dict[str, Any]:
        returned = it.scale_for_depth(blocks)
        parameters = [parameter for block in blocks for parameter in block.parameters()]
        return {
            "returns None": returned is None,
            "trainable": all(parameter.requires_grad for parameter in parameters),
            "leaves": all(parameter.is_leaf for parameter in parameters),
            "gradients": any(parameter.grad is not None for parameter in parameters),
        }

    agree(look, make_blocks(rng, 3))
