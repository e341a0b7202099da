"""Through the wall as in one process: values, callbacks and the student's objects."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from tests.unit.sandbox.both_sides import (
    Scenario,
    assert_same,
    gradients,
    layer,
    rand,
    run_here,
    run_there,
    scenarios,
)
from tests.unit.sandbox.live import LEVELS, Worker
from tests.unit.sandbox.student_file import FILE

# --- values -----------------------------------------------------------------------------------------------------------


def values_of_every_kind(it: Any) -> Any:
    return [it.pair(rand(2, 3)), it.product(2, 3), it.product(2, b=5, c=7), it.product("ab", 3), it.back(None)]


def tensors_of_every_dtype(it: Any) -> Any:
    kinds = (torch.float16, torch.bfloat16, torch.float32, torch.complex64, torch.int32, torch.uint8, torch.bool)
    return [it.product(torch.ones(2, dtype=kind), torch.ones(2, dtype=kind)) for kind in kinds]


def a_global_of_the_file(it: Any) -> Any:
    return it.CONSTANT


def what_comes_back_is_the_object_itself(it: Any) -> Any:
    x, module, function, parameter = rand(2), layer(), lambda: 1, nn.Parameter(rand(2))
    nonleaf = parameter * 2
    return [it.back(value) is value for value in (x, module, function, parameter, nonleaf, torch.tanh, None)]


def what_is_given_twice_is_one_object(it: Any) -> Any:
    x, module, function = rand(2), layer(), lambda: 1
    return [it.same(x, x), it.same(x, x.clone()), it.same(module, module), it.same(function, function)]


def what_was_given_earlier_is_the_same_object_later(it: Any) -> Any:
    x, module = rand(2), layer()
    return [it.same(it.keep(value).kept, value) for value in (x, module)]


# --- callbacks --------------------------------------------------------------------------------------------------------


def a_callback_sees_what_it_is_given(it: Any) -> Any:
    seen: list[Any] = []

    def call(*args: Any, **kwargs: Any) -> Any:
        seen.append((args, kwargs))
        return args

    it.product(call, None)
    return it.guarded(call, [1, {"a": rand(2)}]), seen


def exceptions_of_a_callback_can_be_caught(it: Any) -> Any:
    def call(x: Tensor) -> Tensor:
        raise ValueError("too long")

    return it.guarded(call, 1)


def a_callback_that_calls_the_student(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, lambda t: it.residual(t, lambda u: it.residual(u, f)))
    return y, gradients(y, x, *f.parameters())


def a_callback_that_returns_the_students_exception(it: Any) -> Any:
    def call(x: Any) -> Any:
        return it.grow_then_raise(x)

    return it.guarded(call, rand(2)), it.back(1)


def a_callback_of_the_students(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.residual(x, it.own_backward)
    return y, gradients(y, x)


def a_callback_changes_what_the_student_gave(it: Any) -> Any:
    def call(x: Tensor) -> Tensor:
        x.add_(1)
        return x * 2

    x = rand(3)
    return it.residual(x, call), x


# --- objects of the student's -----------------------------------------------------------------------------------------


def a_module_of_the_students(it: Any) -> Any:
    f, x = layer(), rand(2, 3).requires_grad_()
    block = it.Block(f, 3).double()
    state = {"weight": rand(3), "bias": rand(3)}
    block.norm.load_state_dict(state)
    y = block(x)
    return (
        y, gradients(y, x, *f.parameters()), block.calls, block.training, block.eval().training, block.f is f,
        [tuple(p.shape) for p in block.parameters()], sorted(block.state_dict()), block.norm.weight,
    )  # fmt: skip


def gradients_of_the_students_parameters(it: Any) -> Any:
    block, x = it.Block(nn.Identity(), 3).double(), rand(2, 3)
    block(x).pow(2).sum().backward()
    weight = block.norm.weight
    return weight.grad, block.norm.bias.grad, weight is block.norm.weight, isinstance(weight, nn.Parameter)


def the_check_trains_the_students_module(it: Any) -> Any:
    block, x = it.Block(nn.Identity(), 3).double(), rand(2, 3)
    optimizer = torch.optim.SGD(block.parameters(), lr=0.1)
    losses = []
    for _ in range(3):
        optimizer.zero_grad()
        loss = (block(x) - 1).pow(2).sum()
        loss.backward()
        optimizer.step()
        losses.append(loss.detach())
    return losses, block.norm.bias


def a_module_that_changes_its_dtype_takes_the_checks_along(it: Any) -> Any:
    f = layer().float()
    block = it.Block(f, 3).double()
    y = block(rand(2, 3))
    weight = next(f.parameters())
    return y, weight.dtype, gradients(y, weight)


def a_hook_of_the_checks(it: Any) -> Any:
    block, seen = it.Block(nn.Identity(), 3).double(), []
    handle = block.register_forward_pre_hook(lambda module, args: seen.append((module is block, args)))
    block(rand(2, 3))
    handle.remove()
    block(rand(2, 3))
    return seen


def attributes_methods_items_length_and_iteration(it: Any) -> Any:
    point = it.Point(2)
    point.y = [1, rand(2)]
    return point.x, point.moved(3).x, point["key"], len(point), list(point), point.y, [*it.numbers(3)]


def what_is_not_there(it: Any) -> Any:
    point = it.Point(2)
    return [hasattr(it.Point, "__wrapped__"), getattr(point, "__deepcopy__", "none"), point.moved(1) is point]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("use", scenarios(globals()), ids=lambda use: use.__name__)
def test_the_same_is_seen(student: Callable[..., Worker], use: Scenario, level: str) -> None:
    assert_same(run_here(use), run_there(use, student(FILE, level=level)))


def test_a_toolbox_of_both_sides(student: Callable[..., Worker], monkeypatch: pytest.MonkeyPatch) -> None:
    source = "import torch\nclass Cube(torch.nn.Module):\n    def forward(self, x): return x ** 3\n"
    toolbox = ModuleType("toolbox")
    exec(source, toolbox.__dict__)
    monkeypatch.setitem(sys.modules, "toolbox", toolbox)
    worker = student(
        "import toolbox\nimport torch\ndef f(g, x): return torch.func.jacrev(g)(x), type(g) is toolbox.Cube",
        toolbox=source,
    )
    jacobian, same_class = worker.call("f", toolbox.Cube(), torch.tensor([2.0, 3.0]))
    assert jacobian.tolist() == [[12, 0], [0, 27]]
    assert same_class is True
