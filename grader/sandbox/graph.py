"""Walking an autograd graph, and joining two halves of one that live in different processes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

Products = Callable[[Sequence[torch.Tensor | None], bool], Sequence[torch.Tensor | None]]
"""(cotangents, create_graph) -> gradient for each source: the vector-Jacobian products of the half beyond the wall."""


def leaves(outputs: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The leaf tensors that require grad and from which the outputs were computed, each once."""
    found: dict[int, torch.Tensor] = {}
    seen: set[Any] = set()
    stack: list[Any] = []
    for output in outputs:
        if output.grad_fn is not None:
            stack.append(output.grad_fn)
        elif output.requires_grad:
            found[id(output)] = output
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.name() == "torch::autograd::AccumulateGrad":
            found[id(node.variable)] = node.variable
        stack.extend(parent for parent, _ in node.next_functions if parent is not None)
    return list(found.values())


def vector_jacobian_products(
    outputs: Sequence[torch.Tensor],
    cotangents: Sequence[torch.Tensor | None],
    sources: Sequence[torch.Tensor],
    *,
    create_graph: bool = False,
    keep: bool = False,
) -> list[torch.Tensor | None]:
    """The gradient of each source for the given cotangents of the outputs; None where there is no path.

    Goes through the scalar <v, y>, whose gradient they are: `torch.autograd.grad` with cotangents of its own imports
    sympy at the first call, a quarter of a second.
    """
    pairs = [(y, v) for y, v in zip(outputs, cotangents, strict=True) if v is not None and y.requires_grad]
    if not pairs or not sources:
        return [None] * len(sources)
    with torch.enable_grad():
        total = torch.stack([_inner(v, y).to(torch.float64) for y, v in pairs]).sum()
    keep = keep or create_graph
    gradients = torch.autograd.grad(
        total, list(sources), retain_graph=keep, create_graph=create_graph, allow_unused=True
    )
    return [g.to_dense() if g is not None and g.is_sparse else g for g in gradients]


def _inner(v: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return (y * v.conj()).real.sum() if y.is_complex() else (y * v).sum()


class _Joint(torch.autograd.Function):
    """Outputs computed elsewhere, whose gradients are asked for elsewhere."""

    @staticmethod
    def forward(
        ctx: Any, products: Products, outputs: Sequence[torch.Tensor], *sources: torch.Tensor
    ) -> tuple[torch.Tensor, ...]:
        ctx.products = products
        ctx.sources = len(sources)
        ctx.set_materialize_grads(False)
        return tuple(outputs)

    @staticmethod
    def backward(ctx: Any, *cotangents: torch.Tensor | None) -> tuple[torch.Tensor | None, ...]:
        if all(cotangent is None for cotangent in cotangents):
            return (None, None) + (None,) * int(ctx.sources)
        products: Products = ctx.products
        return None, None, *products(cotangents, torch.is_grad_enabled())


def join(products: Products, outputs: Sequence[torch.Tensor], sources: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The outputs as functions of `sources`, differentiable through `products`."""
    if not outputs:
        return []
    joined: tuple[torch.Tensor, ...] = _Joint.apply(products, outputs, *sources)  # type: ignore[no-untyped-call]
    return list(joined)
