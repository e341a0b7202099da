"""C3: the initial weights of a whole network."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from grader.checks.agreement import Agreement
from grader.checks.rng import Rng

SPREAD = 0.05
"""How far a measured standard deviation may be off: in 40 000 entries it varies by 0.4 % from draw to draw."""

STD: dict[str, Callable[[int, int], float]] = {
    "he": lambda fan_in, fan_out: math.sqrt(2 / fan_in),
    "xavier": lambda fan_in, fan_out: math.sqrt(2 / (fan_in + fan_out)),
    "lecun": lambda fan_in, fan_out: math.sqrt(1 / fan_in),
}


def network(rng: Rng, low: int = 4, last_bias: bool = True) -> nn.Module:
    """Linear layers at two levels, the first and the last of one shape, with an embedding and a norm between them."""
    narrow = rng.integer(low, low + low // 4)
    ends = (narrow, 4 * narrow) if rng.integer(0, 1) else (4 * narrow, narrow)
    inner = nn.Sequential(nn.LayerNorm(ends[1]), nn.Linear(*ends[::-1]), nn.Tanh())
    layers = [nn.Embedding(5, ends[0]), nn.Linear(*ends), nn.Tanh(), inner, nn.Linear(*ends, bias=last_bias)]
    return rng.scramble(nn.Sequential(*layers).double())


def linear_weights(state: dict[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """The weights of the linear layers of `network`, with the layers' names."""
    for name in ("1", "3.1", "4"):
        yield name, state[f"{name}.weight"]


@pytest.mark.check("initialise.spread", points=2, statement="T16")
def test_spread(agree: Agreement, rng: Rng) -> None:
    """draws every weight matrix with the standard deviation for its own fans, around zero"""

    def spread(it: Any, given: nn.Module, scheme: str) -> Any:
        before = {name: float(weight.std()) for name, weight in linear_weights(given.state_dict())}
        changed = it.initialise(given, scheme)
        if changed is None:
            return None
        return {
            name: {
                "before": before[name],
                "std": float(weight.std()),
                "asked": STD[scheme](weight.shape[1], weight.shape[0]),
                "fan_in": weight.shape[1],
                "fan_out": weight.shape[0],
                "centred": bool(weight.mean().abs() < SPREAD * weight.std()) if weight.std() > 0 else True,
            }
            for name, weight in linear_weights(changed.state_dict())
        }

    for scheme in STD:
        agree(spread, network(rng, low=100), scheme, rtol=SPREAD, atol=0.0)


@pytest.mark.check("initialise.different", points=1, statement="T16")
def test_different(agree: Agreement, rng: Rng) -> None:
    """draws every entry by itself, so that neither units nor layers are alike"""

    def different(it: Any, given: nn.Module) -> Any:
        changed = it.initialise(given, "xavier")
        if changed is None:
            return None
        first, _, last = (weight for _, weight in linear_weights(changed.state_dict()))
        return {"units differ": not torch.equal(first[0], first[1]), "layers differ": not torch.equal(first, last)}

    agree(different, network(rng))


@pytest.mark.check("initialise.biases", points=1, statement="T16")
def test_biases(agree: Agreement, rng: Rng) -> None:
    """zeroes every bias, and copes with a layer that has none"""

    def biases(it: Any, given: nn.Module) -> Any:
        changed = it.initialise(given, "he")
        if changed is None:
            return None
        return {name: value for name, value in changed.state_dict().items() if name in ("1.bias", "3.1.bias")}

    agree(biases, network(rng, last_bias=False), rtol=0.0, atol=0.0)


@pytest.mark.check("initialise.others", points=1, statement="T16")
def test_others(agree: Agreement, rng: Rng) -> None:
    """leaves the parameters of other modules as they were"""

    def others(it: Any, given: nn.Module) -> Any:
        changed = it.initialise(given, "lecun")
        if changed is None:
            return None
        linear = ("1.", "3.1.", "4.")
        return {name: value for name, value in changed.state_dict().items() if not name.startswith(linear)}

    agree(others, network(rng), rtol=0.0, atol=0.0)


@pytest.mark.check("initialise.in_place", points=1, statement="T16")
def test_in_place(agree: Agreement, rng: Rng) -> None:
    """returns the object it was given, with its own parameters, all of them trainable"""

    def look(it: Any, given: Any) -> Any:
        # What an optimiser made before the call would hold. As an attribute it shares the network's parameters.
        given.held = [given.get_submodule("1").weight]
        changed = it.initialise(given, "he")
        if changed is None:
            return None
        again = it.initialise(changed, "he")
        return {
            "same object": again is changed,
            "same weight": torch.equal(changed.held[0], changed.state_dict()["1.weight"]),
            "trainable": [parameter.requires_grad for parameter in changed.parameters()],
        }

    agree(look, network(rng))
