"""A5: many sublayers in a row, each with its own shortcut."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def factory(modules: Sequence[nn.Module]) -> tuple[Callable[[], nn.Module], list[nn.Module]]:
    """Something that hands out the modules one by one, over and over if need be, and the list of those handed out."""
    made: list[nn.Module] = []

    def make() -> nn.Module:
        made.append(modules[len(made) % len(modules)])
        return made[-1]

    return make, made


def sublayers(rng: Rng, width: int, depth: int) -> list[nn.Module]:
    """Different non-linear sublayers, one for each place in the stack."""
    return [rng.scramble(nn.Sequential(nn.Linear(width, width), nn.Tanh()).double()) for _ in range(depth)]


def run(it: Any, x: Tensor, modules: list[nn.Module]) -> Any:
    """What a stack of these modules makes of x."""
    make, _ = factory(modules)
    return it.ResidualStack(make, len(modules))(x)


@pytest.mark.check("ResidualStack.value", points=2, statement="T5")
def test_value(agree: Agreement, rng: Rng) -> None:
    """applies x <- x + sublayer(x) once for every sublayer that the factory made"""
    batch, time, width = rng.sizes(3)
    depth = rng.integer(4, 6)
    agree(run, rng.normal(batch, time, width), sublayers(rng, width, depth), facts={"depth": depth})


@pytest.mark.check("ResidualStack.distinct", points=1, statement="T5")
def test_distinct(agree: Agreement, rng: Rng) -> None:
    """asks the factory for every sublayer, so that each has weights of its own"""

    def count(it: Any, modules: list[nn.Module]) -> dict[str, int]:
        make, made = factory(modules)
        stack = it.ResidualStack(make, len(modules))
        registered = len(list(stack.parameters()))  # weights that are not registered cannot be counted
        return {"number of calls of make_sublayer": len(made), "sets of weights": registered // 2 or len(made)}

    width, depth = rng.sizes(2, low=3)
    agree(count, sublayers(rng, width, depth), facts={"depth": depth})


@pytest.mark.check("ResidualStack.registered", points=1)
def test_registered(agree: Agreement, rng: Rng) -> None:
    """shows the weights of all its sublayers to an optimiser"""

    def registered(it: Any, modules: list[nn.Module]) -> dict[str, bool]:
        make, made = factory(modules)
        stack = it.ResidualStack(make, len(modules))
        return {"all weights shown by parameters()": len(list(stack.parameters())) >= 2 * len(made) > 0}

    width, depth = rng.sizes(2, low=3)
    agree(registered, sublayers(rng, width, depth), facts={"depth": depth})


@pytest.mark.check("ResidualStack.gradients", points=1, statement="T8")
def test_gradients(agree: Agreement, rng: Rng) -> None:
    """passes the gradient to its input past every sublayer, and is the identity at depth 0"""

    def empty(it: Any, x: Tensor) -> Any:
        return it.ResidualStack(nn.Identity, 0)(x)

    batch, time, width = rng.sizes(3)
    depth = rng.integer(4, 6)
    x = rng.normal(batch, time, width)
    modules = [module.requires_grad_(False) for module in sublayers(rng, width, depth)]
    agree(run, x, modules, gradients=True, facts={"depth": depth})
    agree(empty, x, gradients=True, facts={"depth": 0})
