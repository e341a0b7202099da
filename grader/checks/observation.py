"""What running an implementation on given arguments shows: value, exception, gradients, changed arguments."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from grader.sandbox.faults import StudentFault
from grader.sandbox.graph import vector_jacobian_products

Scenario = Callable[..., Any]
"""`scenario(it, *args)`: uses the implementation `it`, a namespace, and returns what is to be compared."""


@dataclass(frozen=True)
class Opaque:
    """A value that is neither a tensor nor plain data: all that can be said of it is its type."""

    type_name: str


@dataclass(frozen=True)
class Observation:
    """One run of an implementation. Tensors are detached copies."""

    value: Any = None
    raised: str | None = None
    """Name of the exception's type; "Timeout", "MemoryError" or "Crash" when the run was ended from outside."""
    raised_text: str = ""
    gradients: Mapping[str, torch.Tensor | None] = field(default_factory=dict)
    """Vector-Jacobian products by argument path, such as "x" or "sublayer.0.weight"."""
    changed: tuple[str, ...] = ()
    """Arguments that the call changed: "x", "x.grad", "x.requires_grad", "sublayer.0.weight" …"""
    fault: StudentFault | None = field(default=None, compare=False)

    @property
    def type_name(self) -> str:
        """Name of the value's type, as a student would write it."""
        return type_name(self.value)


def type_name(value: Any) -> str:
    """The name of a value's type: "torch.Tensor", "numpy.ndarray", "tuple" …"""
    if isinstance(value, Opaque):
        return value.type_name
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__name__
    return "torch.Tensor" if issubclass(kind, torch.Tensor) else f"{kind.__module__}.{kind.__name__}"


def observe(
    scenario: Scenario,
    implementation: Any,
    args: Sequence[Any],
    names: Sequence[str],
    *,
    cotangent_seed: int | None = None,
    purity: bool = False,
) -> Observation:
    """Run `scenario(implementation, *args)` on copies of `args` and record what it shows.

    `names` name the arguments in paths. With a `cotangent_seed`, floating tensor arguments require grad and every
    tensor of the result gets a random upstream gradient, the same in every run. Exceptions are recorded, not raised.
    """
    gradients = cotangent_seed is not None
    args = copy.deepcopy(tuple(args))
    if gradients:
        for tensor in (a for a in args if isinstance(a, torch.Tensor) and a.is_floating_point()):
            tensor.requires_grad_(True)
    inputs = dict(_tensors(args, names))
    before = {path: _state(tensor) for path, tensor in inputs.items()} if purity else {}
    try:
        result = scenario(implementation, *args)
        products = {} if cotangent_seed is None else _vector_jacobian_products(result, inputs, cotangent_seed)
    except StudentFault as fault:
        return Observation(
            raised=fault.sign or type(fault).__name__,
            raised_text=getattr(fault, "text", fault.message),
            fault=fault,
            changed=_changed(before, inputs),
        )
    except Exception as error:
        if _is_student_side(implementation):
            raise
        return Observation(raised=type(error).__name__, raised_text=str(error), changed=_changed(before, inputs))
    return Observation(value=_detached(result), gradients=products, changed=_changed(before, inputs))


def _is_student_side(implementation: Any) -> bool:
    """Whether exceptions of the student's code arrive as StudentFault, so that any other is somebody else's."""
    return bool(getattr(implementation, "raises_student_faults", False))


def _tensors(args: Sequence[Any], names: Sequence[str]) -> Iterator[tuple[str, torch.Tensor]]:
    for name, value in zip(names, args, strict=True):
        if isinstance(value, torch.Tensor):
            yield name, value
        elif isinstance(value, torch.nn.Module):
            for path, parameter in value.named_parameters():
                yield f"{name}.{path}", parameter
        elif isinstance(value, (list, tuple)):
            yield from _tensors(value, [f"{name}[{i}]" for i in range(len(value))])


def _state(tensor: torch.Tensor) -> tuple[torch.Tensor, bool, torch.Tensor | None]:
    gradient = _gradient(tensor)
    return tensor.detach().clone(), tensor.requires_grad, None if gradient is None else gradient.clone()


def _changed(
    before: Mapping[str, tuple[torch.Tensor, bool, torch.Tensor | None]], inputs: Mapping[str, torch.Tensor]
) -> tuple[str, ...]:
    found = []
    for path, (value, requires_grad, gradient) in before.items():
        now = inputs[path]
        if not _identical(value, now.detach()):
            found.append(path)
        if now.requires_grad != requires_grad:
            found.append(f"{path}.requires_grad")
        if not _identical(gradient, _gradient(now)):
            found.append(f"{path}.grad")
    return tuple(found)


def _gradient(tensor: torch.Tensor) -> torch.Tensor | None:
    """The gradient that a leaf has accumulated; what is no leaf has none, and torch warns of asking."""
    return tensor.grad if tensor.is_leaf else None


def _identical(a: torch.Tensor | None, b: torch.Tensor | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and a.dtype == b.dtype and torch.allclose(a, b, rtol=0, atol=0, equal_nan=True)


def _vector_jacobian_products(
    result: Any, inputs: Mapping[str, torch.Tensor], seed: int
) -> dict[str, torch.Tensor | None]:
    outputs = [tensor for tensor in _leaves(result) if isinstance(tensor, torch.Tensor)]
    generator = torch.Generator().manual_seed(seed)
    upstream = [torch.randn(y.shape, generator=generator, dtype=torch.float64).to(y.dtype) for y in outputs]
    sources = {path: tensor for path, tensor in inputs.items() if tensor.requires_grad}
    products = vector_jacobian_products(outputs, upstream, list(sources.values()))
    return dict(zip(sources, products, strict=True))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for entry in value:
            yield from _leaves(entry)
    elif isinstance(value, dict):
        for entry in value.values():
            yield from _leaves(entry)
    else:
        yield value


def _detached(value: Any) -> Any:
    """A copy that later changes cannot reach; what is neither tensor nor plain data becomes Opaque."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes, torch.dtype, Opaque)):
        return value
    if isinstance(value, tuple):
        return tuple(_detached(entry) for entry in value)
    if isinstance(value, list):
        return [_detached(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _detached(entry) for key, entry in value.items()}
    if isinstance(value, (set, frozenset)):
        return frozenset(value)
    return Opaque(getattr(value, "type_name", None) or type_name(value))
