"""Runs a scenario with the student's file in this process and beyond the wall, and compares what it shows.

A scenario `use(it)` works with `it`, the student's names, wherever the file was run, and returns anything plain.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Callable
from textwrap import dedent
from types import ModuleType
from typing import Any

import torch
from torch import Tensor, nn

from tests.unit.sandbox.live import Worker
from tests.unit.sandbox.student_file import FILE

Scenario = Callable[[Any], Any]


def scenarios(module: dict[str, Any]) -> list[Scenario]:
    """The scenarios of a module: its functions that take `it` alone."""
    functions = [value for value in module.values() if hasattr(value, "__code__")]
    return [f for f in functions if f.__code__.co_varnames[: f.__code__.co_argcount] == ("it",)]


class HereOrThere:
    """The student's names as attributes, wherever the file was run."""

    def __init__(self, lookup: Callable[[str], Any]) -> None:
        self._lookup = lookup

    def __getattr__(self, name: str) -> Any:
        return self._lookup(name)


def rand(*shape: int) -> Tensor:
    """Random entries, the same in both runs of a scenario."""
    return torch.randn(*shape, dtype=torch.float64)


def layer(width: int = 3) -> nn.Sequential:
    """A module that crosses by copy."""
    return nn.Sequential(nn.Linear(width, 4), nn.Tanh(), nn.Linear(4, width)).double()


def black_box(module: nn.Module) -> Callable[[Tensor], Tensor]:
    """The same module as a callable that the worker has to call back."""
    return lambda x: module(x)


def gradients(output: Tensor, *sources: Tensor) -> list[Tensor | None]:
    """Of a random weighting of the output."""
    return list(torch.autograd.grad((output * rand(*output.shape)).sum(), sources, allow_unused=True))


def run_here(use: Callable[[Any], Any]) -> Any:
    """The scenario with the file in this process."""
    module = ModuleType("submission")
    exec(compile(dedent(FILE), "ex3.py", "exec"), module.__dict__)
    torch.manual_seed(1)
    return detached(use(HereOrThere(functools.partial(getattr, module))))


def run_there(use: Callable[[Any], Any], worker: Worker) -> Any:
    """The scenario with the file beyond the wall."""
    torch.manual_seed(1)
    return detached(use(HereOrThere(worker.name)))


def detached(value: Any) -> Any:
    """A copy that can be compared."""
    if isinstance(value, Tensor):
        return value.detach().clone()
    if isinstance(value, (list, tuple)):
        return [detached(entry) for entry in value]
    return {key: detached(entry) for key, entry in value.items()} if isinstance(value, dict) else copy.copy(value)


def assert_same(here: Any, there: Any, path: str = "result") -> None:
    """Types, shapes, dtypes and values, but for the order in which gradients are added up."""
    assert type(here) is type(there), f"{path}: {here!r} here, {there!r} there"
    if isinstance(here, Tensor):
        assert (here.dtype, here.shape) == (there.dtype, there.shape), path
        assert torch.allclose(here, there, rtol=1e-12, atol=1e-14), f"{path}: {here} here, {there} there"
    elif isinstance(here, list):
        assert len(here) == len(there), path
        for place, (a, b) in enumerate(zip(here, there, strict=True)):
            assert_same(a, b, f"{path}[{place}]")
    elif isinstance(here, dict):
        assert list(here) == list(there), path
        for key in here:
            assert_same(here[key], there[key], f"{path}[{key!r}]")
    else:
        assert here == there, path
