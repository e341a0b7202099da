"""Through the wall as in one process: what either side changes in a tensor, the other sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch import nn

from grader.sandbox.faults import Raised
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

# --- changes ----------------------------------------------------------------------------------------------------------


def changes_in_place_are_seen(it: Any) -> Any:
    x = rand(3)
    y = it.grow(x)
    it.grow_behind_torchs_back(x)
    it.numpy_write(x)
    return x, y is x


def changes_before_an_exception_are_seen(it: Any) -> Any:
    x = rand(3)
    try:
        it.grow_then_raise(x)
    except (ValueError, Raised):
        return x


def changes_of_no_leaf_keep_their_gradient(it: Any) -> Any:
    a, f = rand(2, 3).requires_grad_(), nn.Sigmoid()
    h = a * 1
    y = it.accumulate(h, f)
    return y, h.detach(), gradients(y, a)


def changes_of_shape_are_seen(it: Any) -> Any:
    x = rand(3)
    return it.lengthen(x), x


def requires_grad_and_grad_are_seen(it: Any) -> Any:
    x = rand(3)
    it.use_up(x)
    return x.requires_grad, x.grad


def training_changes_the_checks_own_module(it: Any) -> Any:
    f = layer()
    losses = it.train(f, rand(2, 3), 3)
    return losses, list(f.parameters()), [p.grad for p in f.parameters()]


def changes_by_the_check_are_seen_between_calls(it: Any) -> Any:
    f, x = layer(), rand(2, 3)
    seen = [it.residual(x, f)]
    with torch.no_grad():
        for parameter in f.parameters():
            parameter.zero_()
    seen += [it.residual(x, f)]
    f.float()
    seen += [it.residual(x.float(), f)]
    f.requires_grad_(False)
    return seen, it.residual(x.float(), f).requires_grad


def a_module_with_other_weights_comes_back(it: Any) -> Any:
    f = layer()
    return it.zero_last(f) is f, f[-1].weight, f(rand(2, 3))


def modes_are_those_of_the_moment(it: Any) -> Any:
    f, x = nn.Dropout(0.5), torch.ones(100)
    dropped = bool((it.residual(x, f) == 1).any())
    f.eval()
    return dropped, it.residual(x, f)


def results_may_be_changed_in_place(it: Any) -> Any:
    x, f = rand(2, 3).requires_grad_(), layer()
    results = []
    for sublayer in (f, black_box(f)):
        y = it.residual(x, sublayer)
        y += x
        y[0].mul_(2)
        z = it.on_top(x, sublayer)
        results += [y, z, gradients(y, x, *f.parameters()), gradients(z, x, *f.parameters())]
    return results


def buffers_that_change_by_being_used(it: Any) -> Any:
    norm = nn.BatchNorm1d(3).double()
    y = it.residual(rand(5, 3), norm)
    return y, norm.running_mean, norm.num_batches_tracked, it.residual(rand(5, 3), norm), norm.running_mean


def a_parameter_that_a_method_changes_is_seen_where_it_is_held(it: Any) -> Any:
    block = it.Block(nn.Identity(), 3).double()
    weight = block.norm.weight
    block.reset()
    return weight, block.norm.weight is weight


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("use", scenarios(globals()), ids=lambda use: use.__name__)
def test_the_same_is_seen(student: Callable[..., Worker], use: Scenario, level: str) -> None:
    assert_same(run_here(use), run_there(use, student(FILE, level=level)))
