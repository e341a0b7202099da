"""Through the wall as in one process: gradients to any order, and torch.func on what crossed by copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from tests.unit.sandbox.both_sides import (
    Scenario,
    assert_same,
    black_box,
    gradients,
    layer,
    rand,
    run_here,
    run_there,
    scenarios,
)
from tests.unit.sandbox.live import LEVELS, Worker
from tests.unit.sandbox.student_file import FILE

# --- gradients --------------------------------------------------------------------------------------------------------


def gradients_of_inputs_and_parameters_by_copy(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, f)
    return y, gradients(y, x, *f.parameters())


def gradients_of_inputs_and_parameters_by_callback(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(x, black_box(f))
    return y, gradients(y, x, *f.parameters())


def backward_accumulates_in_the_checks_own_tensors(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    for _ in range(2):
        it.residual(x, f).sum().backward()
        it.residual(x, black_box(f)).sum().backward()
    return x.grad, [p.grad for p in f.parameters()]


def a_cut_graph_is_cut(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    y = it.forgot_graph(x, f)
    return (
        gradients(y, x),
        [function(x, f).requires_grad for function in (it.cut, it.without_grad, it.in_inference_mode, it.residual)],
        [function(x, black_box(f)).requires_grad for function in (it.cut, it.without_grad, it.in_inference_mode)],
    )


def only_the_parameters_need_gradients(it: Any) -> Any:
    x, f = rand(2, 3), layer()
    return gradients(it.residual(x, f), *f.parameters()), gradients(it.residual(x, black_box(f)), *f.parameters())


def nobody_needs_gradients(it: Any) -> Any:
    with torch.no_grad():
        y = it.residual(rand(2, 3).requires_grad_(), layer())
    return y, y.requires_grad, it.residual(rand(2), torch.tanh).requires_grad


def several_results_one_of_them_unused(it: Any) -> Any:
    x = rand(3).requires_grad_()
    same, rest = it.pair(x)
    return gradients(rest["double"], x), same is x


def a_graph_that_begins_before_and_goes_on_behind_the_call(it: Any) -> Any:
    a, f = rand(2, 3).requires_grad_(), layer()
    y = it.residual(it.residual(a.sin(), f).exp(), black_box(f)).cos()
    return y, gradients(y, a, *f.parameters())


def second_derivatives_by_copy(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    (g,) = torch.autograd.grad(it.residual(x, f).pow(3).sum(), x, create_graph=True)
    return g, gradients(g, x, *f.parameters())


def second_derivatives_by_callback(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    (g,) = torch.autograd.grad(it.residual(x, black_box(f)).pow(3).sum(), x, create_graph=True)
    return g, gradients(g, x, *f.parameters())


def third_derivatives(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.residual(x, black_box(torch.nn.Tanh())).sum()
    derivatives = []
    for _ in range(3):
        (y,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        derivatives.append(y)
    return derivatives


def a_backward_of_the_students_own(it: Any) -> Any:
    x = rand(3).requires_grad_()
    y = it.own_backward(x)
    return y, gradients(y, x)


def the_student_differentiates_a_callback(it: Any) -> Any:
    x, f = rand(2, 3), layer()
    return it.own_gradient(f, x), it.own_gradient(black_box(f), x), gradients(it.own_gradient(f, x), *f.parameters())


def ninety_six_callbacks_forward_and_backward(it: Any) -> Any:
    x, modules = rand(2, 3).requires_grad_(), [layer() for _ in range(96)]
    y = it.chain(x, [black_box(module) for module in modules])
    return y, gradients(y, x, *[p for module in modules for p in module.parameters()])


def ninety_six_modules_from_a_factory(it: Any) -> Any:
    x, modules = rand(2, 3).requires_grad_(), [layer() for _ in range(96)]
    left = list(modules)
    y = it.by_factory(x, lambda: left.pop(0), 96)
    return y, gradients(y, x, *[p for module in modules for p in module.parameters()])


def complex_gradients(it: Any) -> Any:
    x = torch.complex(rand(3), rand(3)).requires_grad_()
    y = it.residual(x, torch.sin)
    return y, torch.autograd.grad(y.abs().sum(), x)


# --- torch.func and friends, used by the student on modules that crossed by copy --------------------------------------


def reverse_mode(it: Any) -> Any:
    f, x, v = layer(), rand(3), rand(3)
    return it.vjp(f, x, v), it.functional_vjp(f, x, v), it.jacrev(f, x), it.jacobian(f, x), it.jacobian(black_box(f), x)


def forward_mode(it: Any) -> Any:
    return it.jvp(layer(), rand(3), rand(3))


def vectorised(it: Any) -> Any:
    return it.vmap(layer(), rand(5, 3))


def of_second_order(it: Any) -> Any:
    return it.hessian(layer(), rand(3)), it.hessian(torch.sin, rand(3))


def with_other_parameters(it: Any) -> Any:
    f, g = layer(), layer()
    return it.functional_call(f, dict(g.named_parameters()), rand(2, 3))


@pytest.mark.filterwarnings("ignore:`torch.jit.script`")  # torch's own, at the first use of forward mode
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("use", scenarios(globals()), ids=lambda use: use.__name__)
def test_the_same_is_seen(student: Callable[..., Worker], use: Scenario, level: str) -> None:
    assert_same(run_here(use), run_there(use, student(FILE, level=level)))
