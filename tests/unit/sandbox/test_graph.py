"""Walking and joining graphs: as if both halves were one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
import torch
from torch import Tensor

from grader.sandbox.graph import Products, join, leaves, vector_jacobian_products


def leaf(*values: float) -> Tensor:
    return torch.tensor(values, dtype=torch.float64, requires_grad=True)


class Doubled(torch.autograd.Function):
    """A student's own function; its context has an attribute of a name that torch uses as well."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.variable = "mine"
        return x * 2

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        return gradient * 2


class TestLeaves:
    def test_each_once_however_often_it_is_used(self) -> None:
        x, y = leaf(1), leaf(2)
        found = leaves([x * y + x, x.sin()])
        assert {id(tensor) for tensor in found} == {id(x), id(y)}
        assert len(found) == 2

    def test_only_those_that_require_grad(self) -> None:
        assert leaves([torch.ones(1) * 2, torch.ones(1)]) == []

    def test_a_leaf_is_its_own(self) -> None:
        x = leaf(1)
        assert leaves([x])[0] is x

    def test_a_graph_deeper_than_pythons_stack(self) -> None:
        x = y = leaf(1)
        for _ in range(20_000):
            y = y + 1
        assert leaves([y])[0] is x

    def test_through_a_function_whose_context_has_a_variable(self) -> None:
        x = leaf(1)
        assert leaves([Doubled.apply(x)])[0] is x  # type: ignore[no-untyped-call]


class TestProducts:
    def test_they_are_those_of_autograd(self) -> None:
        x, w = leaf(1, 2, 3), leaf(4, 5, 6)
        y, z = x * w, (x * w).sum()
        v, u = torch.tensor([1.0, -1, 2], dtype=torch.float64), torch.tensor(0.5, dtype=torch.float64)
        ours = vector_jacobian_products([y, z], [v, u], [x, w], keep=True)
        theirs = torch.autograd.grad([y, z], [x, w], [v, u])
        assert all(a is not None and torch.equal(a, b) for a, b in zip(ours, theirs, strict=True))

    def test_none_where_there_is_no_path(self) -> None:
        x, w = leaf(1), leaf(2)
        assert vector_jacobian_products([x * 2], [torch.ones(1)], [w]) == [None]
        assert vector_jacobian_products([x.detach()], [torch.ones(1)], [x]) == [None]
        assert vector_jacobian_products([x * 2], [None], [x]) == [None]
        assert vector_jacobian_products([], [], [x]) == [None]

    @pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.complex64, torch.complex128])
    def test_of_every_floating_dtype(self, dtype: torch.dtype) -> None:
        x = torch.ones(2, dtype=dtype, requires_grad=True)
        v = torch.tensor([3, 2], dtype=dtype)
        (product,) = vector_jacobian_products([x * 2], [v], [x], keep=True)
        (wanted,) = torch.autograd.grad(x * 2, x, v)
        assert product is not None
        assert torch.equal(product, wanted)
        assert product.dtype == dtype

    def test_of_an_embedding_they_are_dense(self) -> None:
        table = torch.ones(3, 2, dtype=torch.float64, requires_grad=True)
        rows = torch.nn.functional.embedding(torch.tensor([1, 1]), table, sparse=True)
        (product,) = vector_jacobian_products([rows], [torch.ones_like(rows)], [table])
        assert product is not None
        assert product.tolist() == [[0, 0], [2, 2], [0, 0]]

    def test_again_and_of_higher_order(self) -> None:
        x, v = leaf(2), leaf(1)
        y = x**3
        (first,) = vector_jacobian_products([y], [v], [x], create_graph=True)
        assert first is not None
        assert vector_jacobian_products([first], [torch.ones(1)], [x, v], keep=True) == [
            torch.tensor([12.0]),
            torch.tensor([12.0]),
        ]
        assert vector_jacobian_products([y], [torch.ones(1)], [x])[0] is not None


class TestJoin:
    """Here the other half is in this process, too, so that both can be compared with the whole."""

    @staticmethod
    def halves(x: Tensor, w: Tensor) -> tuple[list[Tensor], Products]:
        """y = sin(x·w) and x², computed on stand-ins."""
        a, b = x.detach().clone().requires_grad_(), w.detach().clone().requires_grad_()
        far = [(a * b).sin(), a**2]

        def products(cotangents: Sequence[Tensor | None], create_graph: bool) -> Sequence[Tensor | None]:
            return vector_jacobian_products(far, cotangents, [a, b], create_graph=create_graph, keep=True)

        return [y.detach() for y in far], products

    def test_gradients_are_those_of_the_whole(self) -> None:
        x, w = leaf(1, 2), leaf(3, -1)
        values, products = self.halves(x, w)
        y, z = join(products, values, [x, w])
        v, u = torch.randn(2, dtype=torch.float64), torch.randn(2, dtype=torch.float64)
        joined = torch.autograd.grad([y.exp(), z], [x, w], [v, u])
        whole = torch.autograd.grad([(x * w).sin().exp(), x**2], [x, w], [v, u])
        assert all(torch.allclose(a, b) for a, b in zip(joined, whole, strict=True))

    def test_a_result_that_is_not_used_is_not_asked_for(self) -> None:
        x, w = leaf(1), leaf(2)
        asked: list[Sequence[Tensor | None]] = []

        def products(cotangents: Sequence[Tensor | None], create_graph: bool) -> Sequence[Tensor | None]:
            asked.append(cotangents)
            return [cotangents[0], None]

        y, _ = join(products, [torch.ones(1).double(), torch.ones(1).double()], [x, w])
        assert torch.autograd.grad(y.sum(), [x, w], allow_unused=True)[1] is None
        assert [cotangent is None for cotangent in asked[0]] == [False, True]

    def test_what_needs_no_gradient_gets_none(self) -> None:
        x = torch.ones(1)
        (y,) = join(lambda cotangents, create_graph: [None], [torch.ones(1)], [x])
        assert not y.requires_grad
        assert join(lambda cotangents, create_graph: [], [], [x]) == []
