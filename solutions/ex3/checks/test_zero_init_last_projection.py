"""C3: a block that starts as the identity and can still learn."""

from __future__ import annotations

import copy
from collections import OrderedDict
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng


def sublayers(rng: Rng, toolbox: ModuleType) -> list[tuple[nn.Module, str, Tensor]]:
    """An attention and a feed-forward sublayer, the name of the last projection, and an input x (B, T, d) for each.

    Both own learnt numbers besides the two projections (a memory, a norm), and no parameter is zero: so it shows which
    of them were zeroed.
    """
    batch, time, width = rng.sizes(3, low=3, high=6)
    attention = toolbox.MemoryAttention(torch.empty(4, 2 * width), num_heads=2)
    layers = OrderedDict(up=nn.Linear(width, 12), act=nn.ReLU(), norm=nn.LayerNorm(12), down=nn.Linear(12, width))
    return [
        (rng.scramble(nn.Sequential(layers).double()), "down", rng.normal(batch, time, width)),
        (rng.scramble(attention.double()), "mha.out_proj", rng.normal(batch, time, 2 * width)),
    ]


@pytest.mark.check("zero_init_last_projection.zero_output", points=2, statement="T15")
def test_zero_output(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """makes attention and feed-forward sublayers return exactly zero"""

    def output(it: Any, sublayer: nn.Module, x: Tensor) -> Any:
        return it.zero_init_last_projection(sublayer)(x)

    for sublayer, _, x in sublayers(rng, toolbox):
        agree(output, sublayer, x, rtol=0.0, atol=0.0)


@pytest.mark.check("zero_init_last_projection.identity", points=2, statement="T10")
def test_identity(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """makes a residual block return exactly x, and pass on exactly the gradient that it gets"""

    def deviation(it: Any, sublayer: nn.Module, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        module = it.zero_init_last_projection(sublayer)
        x = x.detach().requires_grad_(True)
        y = x + module(x)
        (gradient,) = torch.autograd.grad((y * v).sum(), x)
        return y - x, gradient - v

    for sublayer, _, x in sublayers(rng, toolbox):
        agree(deviation, sublayer, x, rng.normal(*x.shape), rtol=0.0, atol=0.0)


@pytest.mark.check("zero_init_last_projection.others_untouched", points=1, statement="T15")
def test_others_untouched(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """returns the object it was given, changes no other parameter, and refuses what it does not know with TypeError"""

    def look(it: Any, sublayer: Any, last: str) -> dict[str, Any]:
        # What an optimiser made before the call would hold. As an attribute it shares the sublayer's parameters.
        weight = sublayer.get_submodule(last).weight
        sublayer.held = [weight]
        module = it.zero_init_last_projection(sublayer)
        again = it.zero_init_last_projection(module)
        state = module.state_dict()
        now = state.get(f"{last}.weight")
        return {
            "same object": again is module,
            "same weight": now is not None and torch.equal(module.held[0], now),
            "others": {name: value for name, value in state.items() if not name.startswith(last)},
        }

    for sublayer, last, _ in sublayers(rng, toolbox):
        agree(look, sublayer, last, rtol=0.0, atol=0.0)

    def refused(it: Any, sublayer: nn.Module) -> str:
        it.zero_init_last_projection(sublayer)
        return "accepted"

    agree(refused, nn.Sequential(nn.Linear(3, 5), nn.ReLU()), raises=TypeError)


@pytest.mark.check("zero_init_last_projection.trainable", points=1, statement="T15")
def test_trainable(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """leaves every parameter trainable"""

    def trainable(it: Any, sublayer: nn.Module) -> list[bool]:
        return [parameter.requires_grad for parameter in it.zero_init_last_projection(sublayer).parameters()]

    for sublayer, _, _ in sublayers(rng, toolbox):
        agree(trainable, sublayer)


@pytest.mark.check("zero_init_last_projection.learns", points=2, statement="T15")
def test_learns(agree: Agreement, rng: Rng, toolbox: ModuleType) -> None:
    """leaves a block that can still learn, all of it"""

    def learning(it: Any, sublayer: nn.Module, last: str, x: Tensor, v: Tensor) -> dict[str, bool]:
        # The step is made on a twin with the same weights; what it leads to is then asked of the student's module.
        twin = copy.deepcopy(sublayer)
        module = it.zero_init_last_projection(sublayer)
        twin.load_state_dict(module.state_dict(), strict=False)
        for parameter, theirs in zip(twin.parameters(), module.parameters(), strict=False):
            parameter.requires_grad_(theirs.requires_grad)
        first = gradients(twin, x, v)
        with torch.no_grad():
            for name, parameter in twin.named_parameters():
                parameter.sub_(0.1 * first[name])
        second = gradients(twin, x, v)
        module.load_state_dict(twin.state_dict(), strict=False)
        return {
            "the last weight gets a gradient": bool(first[f"{last}.weight"].any()),
            "a step changes the output": bool(module(x).any()),
            "then the earlier layers get one": any(
                bool(g.any()) for name, g in second.items() if not name.startswith(last)
            ),
        }

    for sublayer, last, x in sublayers(rng, toolbox):
        agree(learning, sublayer, last, x, rng.normal(*x.shape))


def gradients(module: nn.Module, x: Tensor, v: Tensor) -> dict[str, Tensor]:
    """v^T times the Jacobian of module(x) in every parameter, by name; zeros where no gradient arrives."""
    output = module(x)
    wanted = {name: p for name, p in module.named_parameters() if p.requires_grad}
    total = (output * v).sum()
    products = torch.autograd.grad(total, list(wanted.values()), allow_unused=True) if total.requires_grad else ()
    found = {name: g for name, g in zip(wanted, products, strict=False) if g is not None}
    return {name: found.get(name, torch.zeros_like(p)) for name, p in module.named_parameters()}
