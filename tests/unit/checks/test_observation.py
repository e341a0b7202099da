"""What running an implementation shows; the arguments are copies, and exceptions are part of what is seen."""

from __future__ import annotations

from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import numpy
import pytest
import torch
from torch import Tensor, nn

from grader.checks.observation import Observation, Opaque, observe, type_name
from grader.sandbox.faults import Raised, Stopped

T = torch.tensor


def look(function: Any, *args: Any, gradients: bool = False, purity: bool = False, it: Any = None) -> Observation:
    """What `function(*args)` shows; the arguments are called x, y, z."""
    return observe(
        lambda it, *inputs: function(*inputs), it, args, "xyz"[: len(args)],
        cotangent_seed=7 if gradients else None, purity=purity,
    )  # fmt: skip


class TestValues:
    @pytest.mark.parametrize("value", [None, 1, 1.5, "a", True, (1, [2, {"a": 3}]), {1, 2}, torch.int8, 1j, b"a"])
    def test_plain_values(self, value: Any) -> None:
        seen = look(lambda: value).value
        assert seen == value
        assert isinstance(seen, frozenset) == isinstance(value, set)

    def test_tensors_are_copies_without_a_graph(self) -> None:
        kept = torch.ones(2, requires_grad=True)
        seen = look(lambda: [kept * 2, kept]).value
        with torch.no_grad():
            kept.add_(1)
        assert [tensor.tolist() for tensor in seen] == [[2, 2], [1, 1]]
        assert not any(tensor.requires_grad for tensor in seen)

    @pytest.mark.parametrize(
        ("value", "name"),
        [
            (numpy.ones(1), "numpy.ndarray"),
            (nn.Identity(), "torch.nn.modules.linear.Identity"),
            (len, "builtin_function_or_method"),
        ],
    )
    def test_of_anything_else_only_the_type_is_seen(self, value: Any, name: str) -> None:
        assert look(lambda: [value]).value == [Opaque(name)]

    def test_named_as_a_student_would(self) -> None:
        values: list[Any] = [1, "a", None, T(1), nn.Parameter(T(1.0)), OrderedDict(), Opaque("A")]
        names = [type_name(value) for value in values]
        assert names == ["int", "str", "NoneType", "torch.Tensor", "torch.Tensor", "collections.OrderedDict", "A"]


class TestArguments:
    def test_they_are_copies(self) -> None:
        x, f = torch.ones(2), nn.Linear(2, 2)
        before = f.weight.detach().clone()

        def spoil(x: Tensor, f: nn.Linear) -> None:
            x.zero_()
            nn.init.zeros_(f.weight)

        look(spoil, x, f)
        assert x.tolist() == [1, 1]
        assert torch.equal(f.weight, before)

    def test_with_gradients_floating_tensors_require_grad(self) -> None:
        def need(*args: Tensor) -> list[bool]:
            return [x.requires_grad for x in args]

        args = (torch.ones(2), torch.ones(2, dtype=torch.int64), torch.ones(2, dtype=torch.float16))
        assert look(need, *args, gradients=True).value == [True, False, True]
        assert look(need, *args).value == [False, False, False]


class TestGradients:
    def test_of_tensors_parameters_and_lists_by_path(self) -> None:
        f, x, y = nn.Linear(2, 2), torch.ones(3, 2), [torch.ones(2), torch.ones(2)]
        seen = look(lambda f, x, y: (f(x) + y[0].detach(), x.sum()), f, x, y, gradients=True)
        assert {path: gradient is not None for path, gradient in seen.gradients.items()} == {
            "x.weight": True, "x.bias": True, "y": True,
        }  # fmt: skip

    def test_they_weigh_every_output_by_random_numbers_that_are_the_same_in_every_run(self) -> None:
        def both(x: Tensor) -> dict[str, Any]:
            return {"a": x * 1, "b": [x * 2, "text"]}

        first, second = (look(both, torch.ones(3), gradients=True).gradients["x"] for _ in range(2))
        assert first is not None
        assert second is not None
        assert torch.equal(first, second)
        assert len(set(first.tolist())) == 3
        only = look(lambda x: {"a": x * 1, "b": [x.detach() * 2, "text"]}, torch.ones(3), gradients=True).gradients["x"]
        assert only is not None
        assert not torch.equal(first, only)

    def test_none_is_not_zero(self) -> None:
        def gradient(function: Any) -> Any:
            return look(function, torch.ones(2), gradients=True).gradients["x"]

        assert gradient(lambda x: x.detach()) is None
        assert gradient(lambda x: torch.ones(2)) is None
        assert gradient(lambda x: "no tensor") is None
        assert gradient(lambda x: 0 * x).tolist() == [0, 0]

    @pytest.mark.parametrize("dtype", [torch.int64, torch.bool, torch.complex64, torch.bfloat16])
    def test_outputs_of_any_dtype(self, dtype: torch.dtype) -> None:
        assert look(lambda x: (x * 1, x.detach().to(dtype)), torch.ones(2), gradients=True).gradients["x"] is not None

    def test_of_an_embedding_they_are_dense(self) -> None:
        def embed(x: Tensor) -> Tensor:
            return nn.functional.embedding(T([0]), x, sparse=True)

        gradient = look(embed, torch.ones(2, 2), gradients=True).gradients["x"]
        assert gradient is not None
        assert gradient.layout is torch.strided


class TestPurity:
    @pytest.mark.parametrize(
        ("spoil", "changed"),
        [
            (lambda x, f: f(x), ()),
            (lambda x, f: x.add_(1), ("x",)),
            (lambda x, f: x.data.add_(1), ("x",)),
            (lambda x, f: x.requires_grad_() and None, ("x.requires_grad",)),
            (lambda x, f: (x.requires_grad_() * 1).sum().backward(), ("x.requires_grad", "x.grad")),
            (lambda x, f: f(x).sum().backward(), ("y.weight.grad", "y.bias.grad")),
            (lambda x, f: nn.init.zeros_(f.bias), ("y.bias",)),
            (lambda x, f: f.requires_grad_(False), ("y.weight.requires_grad", "y.bias.requires_grad")),
            (lambda x, f: x.resize_(7) and None, ("x",)),
        ],
    )
    @pytest.mark.filterwarnings("ignore")
    def test_what_was_changed(self, spoil: Any, changed: tuple[str, ...]) -> None:
        assert look(spoil, torch.full((2,), 3.0), nn.Linear(2, 2), purity=True).changed == changed
        assert look(spoil, torch.full((2,), 3.0), nn.Linear(2, 2)).changed == (), "nobody asked"

    def test_also_when_it_raised(self) -> None:
        def spoil(x: Tensor) -> None:
            x.add_(1)
            raise ValueError

        assert look(spoil, torch.ones(2), purity=True).changed == ("x",)

    def test_nan_stays_nan(self) -> None:
        assert look(lambda x: None, T([float("nan")]), purity=True).changed == ()


class TestExceptions:
    def test_they_are_seen(self) -> None:
        seen = look({}.__getitem__, "a")
        assert (seen.raised, seen.raised_text, seen.fault) == ("KeyError", "'a'", None)

    def test_faults_of_the_students_are_kept(self) -> None:
        def raises(error: Exception) -> Observation:
            def function() -> None:
                raise error

            return look(function)

        raised, stopped = Raised("IndexError", "too far"), Stopped("Too slow.", 5)
        assert (raises(raised).raised, raises(raised).raised_text, raises(raised).fault) == (
            "IndexError",
            "too far",
            raised,
        )
        assert (raises(stopped).raised, raises(stopped).raised_text) == ("Timeout", "Too slow.")

    def test_where_those_are_told_apart_anything_else_is_nobodys_answer(self) -> None:
        with pytest.raises(KeyError):
            look({}.__getitem__, "a", it=SimpleNamespace(raises_student_faults=True))

    def test_what_ends_programs_is_not_caught(self) -> None:
        def leave() -> None:
            raise SystemExit

        with pytest.raises(SystemExit):
            look(leave)
