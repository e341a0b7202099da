"""Copies toward the worker: torch's own things and the toolbox's cross, all else says that it cannot."""

from __future__ import annotations

import functools
import operator
import sys
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import nn

from grader.sandbox.copying import NotCopyable, dump, load


def copied(value: Any) -> Any:
    """The copy, around copies of its tensors."""
    tensors: list[torch.Tensor] = []

    def number(tensor: torch.Tensor) -> int:
        for place, known in enumerate(tensors):
            if known is tensor:
                return place
        tensors.append(tensor)
        return len(tensors) - 1

    data = dump(value, number)
    copies = [tensor.detach().clone().requires_grad_(tensor.requires_grad) for tensor in tensors]
    copies = [nn.Parameter(c) if isinstance(t, nn.Parameter) else c for c, t in zip(copies, tensors, strict=True)]
    return load(data, copies.__getitem__)


class OfTheCheck(nn.Module):
    """A module whose code the worker does not know."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x


def of_the_check(x: torch.Tensor) -> torch.Tensor:
    return x


@pytest.mark.parametrize(
    "module",
    [
        nn.Linear(3, 3), nn.LayerNorm(3), nn.Identity(), nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3)),
        nn.ModuleList([nn.Linear(3, 3)])[0], nn.TransformerEncoderLayer(3, 1, 4, dropout=0.0, batch_first=True),
        nn.BatchNorm1d(3),
    ],
    ids=lambda module: type(module).__name__,
)  # fmt: skip
def test_modules_of_torch(module: nn.Module) -> None:
    x = torch.randn(2, 3)
    copy = copied(module)
    assert type(copy) is type(module)
    assert torch.equal(copy.eval()(x), module.eval()(x))
    assert [name for name, _ in copy.named_parameters()] == [name for name, _ in module.named_parameters()]


@pytest.mark.parametrize("function", [torch.tanh, nn.functional.relu, torch.Tensor.sin, abs, operator.neg, nn.Linear])
def test_functions_are_themselves(function: Any) -> None:
    assert copied(function) is function


def test_a_partial_function() -> None:
    assert copied(functools.partial(torch.sum, dim=0))(torch.ones(2, 3)).tolist() == [2, 2, 2]


def test_shared_parameters_stay_shared() -> None:
    module = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    module[1].weight = module[0].weight
    copy = copied(module)
    assert copy[1].weight is copy[0].weight
    assert copy[1].bias is not copy[0].bias


def test_classes_of_the_toolbox(monkeypatch: pytest.MonkeyPatch) -> None:
    toolbox = ModuleType("toolbox")
    exec("import torch\nclass Twice(torch.nn.Module):\n  def forward(self, x):\n    return 2 * x", toolbox.__dict__)
    monkeypatch.setitem(sys.modules, "toolbox", toolbox)
    assert type(copied(toolbox.Twice())) is toolbox.Twice
    assert copied(nn.Sequential(toolbox.Twice()))(torch.ones(1)) == 2


def hooked() -> nn.Module:
    module = nn.Linear(2, 2)
    module.register_forward_hook(lambda module, args, output: output)
    return module


@pytest.mark.parametrize(
    "value",
    [
        lambda x: x, of_the_check, OfTheCheck(), OfTheCheck, nn.Sequential(nn.Linear(2, 2), OfTheCheck()), hooked(),
        functools.partial(of_the_check), OfTheCheck().forward, sys.modules[__name__], open,
        nn.utils.parametrizations.weight_norm(nn.Linear(3, 3)),
    ],
    ids=[
        "lambda", "function", "module", "class", "within", "hook",
        "partial", "method", "namespace", "io", "parametrized",
    ],
)  # fmt: skip
def test_what_involves_code_that_the_worker_does_not_know(value: Any) -> None:
    with pytest.raises(NotCopyable):
        dump(value, lambda tensor: 0)


def test_tensors_do_not_travel_in_the_copy() -> None:
    secret = torch.full((1000,), 7.25)
    layer = nn.Linear(2, 2)
    layer.register_buffer("secret", secret)
    assert len(dump(layer, lambda tensor: 0)) < 2000


class OwnWay(nn.Linear):
    """Stands in for a class that says itself what is pickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return OwnWay, (self.in_features, self.out_features), {"said": "by itself"}


@pytest.mark.parametrize("training", [True, False])
def test_a_copy_holds_what_the_module_holds(training: bool) -> None:
    module = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3)).train(training)
    module.register_forward_hook(torch.nn.functional.relu)  # type: ignore[arg-type]
    module.register_buffer("passing", torch.ones(2), persistent=False)
    module.note = {"a": [1, 2.5, None]}  # type: ignore[assignment]
    copy = copied(module)
    for part, original in zip(copy.modules(), module.modules(), strict=True):
        assert vars(part).keys() == vars(original).keys()
        assert {name: type(value) for name, value in vars(part).items()} == {
            name: type(value) for name, value in vars(original).items()
        }
    assert copy.training is training
    assert copy.note == module.note
    assert list(copy._forward_hooks.values()) == [torch.nn.functional.relu]
    assert list(copy.state_dict()) == list(module.state_dict())


def test_a_class_that_is_pickled_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnWay, "__module__", "toolbox")
    toolbox = ModuleType("toolbox")
    toolbox.OwnWay = OwnWay  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "toolbox", toolbox)
    copy = copied(OwnWay(2, 3))
    assert copy.said == "by itself"
    assert copy.weight.shape == (3, 2)
