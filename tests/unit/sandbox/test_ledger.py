"""Two ledgers side by side: tensors keep their identity, changes travel, and nothing that does not fit is taken."""

from __future__ import annotations

import gc
from typing import Any

import pytest
import torch

from grader.sandbox import tensors
from grader.sandbox.frames import Blob, ProtocolError
from grader.sandbox.ledger import JOINED, LEAF, PARAMETER, REQUIRES_GRAD, Ledger, same


def plain(data: Any) -> Any:
    """What arrives of it: blobs as bytes."""
    if isinstance(data, Blob):
        return data.data
    return [plain(part) for part in data] if isinstance(data, (list, tuple)) else data


class Ends:
    """The owner of some tensors, and the other end, which holds stand-ins."""

    def __init__(self, *, by_value: bool = True) -> None:
        self.owner = Ledger(by_value=False)
        self.other = Ledger(by_value=by_value)

    def give(self, tensor: torch.Tensor, *, values: bool = True) -> torch.Tensor:
        """The other end's stand-in."""
        number, dtype, shape, data, flags = plain(self.owner.entry(tensor, values=values))
        value = tensors.zeros(dtype, shape) if data is None else tensors.load(dtype, shape, data)
        return self.other.receive(number, value, flags, values=values)

    def settle(self) -> None:
        """Tell the owner what the other end did."""
        for change in self.other.changes():
            self.owner.apply(plain(change))


@pytest.fixture(params=[True, False], ids=["by value", "by version"])
def ends(request: pytest.FixtureRequest) -> Ends:
    """Both ways of looking for changes."""
    return Ends(by_value=request.param)


class TestStandIns:
    def test_one_tensor_has_one_stand_in(self, ends: Ends) -> None:
        x = torch.ones(3)
        assert ends.give(x) is ends.give(x)
        assert ends.give(x) is not ends.give(torch.ones(3))

    def test_later_values_arrive_in_it(self, ends: Ends) -> None:
        x = torch.ones(3)
        local = ends.give(x)
        x.mul_(5)
        assert ends.give(x) is local
        assert local.tolist() == [5, 5, 5]

    def test_it_is_of_the_same_kind(self, ends: Ends) -> None:
        parameter = torch.nn.Parameter(torch.ones(2), requires_grad=False)
        leaf = torch.ones(2, requires_grad=True)
        assert isinstance(ends.give(parameter), torch.nn.Parameter)
        assert not ends.give(parameter).requires_grad
        assert ends.give(leaf).is_leaf
        assert ends.give(leaf).requires_grad
        assert not ends.give(torch.ones(2)).requires_grad

    def test_that_of_no_leaf_is_no_leaf_and_may_be_changed_in_place(self, ends: Ends) -> None:
        local = ends.give(torch.ones(2, requires_grad=True) * 2)
        assert local.requires_grad
        assert not local.is_leaf
        local.add_(1)
        assert local.tolist() == [3, 3]

    def test_it_keeps_up_when_a_leaf_changes_its_kind(self, ends: Ends) -> None:
        layer = torch.nn.Linear(2, 2)
        local = ends.give(layer.weight)
        layer.double()
        assert ends.give(layer.weight) is local
        assert local.dtype is torch.float64
        layer.weight.data = torch.zeros(5, dtype=torch.float16)
        assert tensors.kind(ends.give(layer.weight)) == ("float16", [5])

    def test_it_keeps_up_with_requires_grad(self, ends: Ends) -> None:
        x = torch.ones(2)
        local = ends.give(x)
        ends.give(x.requires_grad_())
        assert local.requires_grad
        ends.give(x.requires_grad_(False))
        assert not local.requires_grad

    def test_first_only_the_kind_then_the_values(self, ends: Ends) -> None:
        x = torch.arange(6.0).reshape(2, 3)
        local = ends.give(x, values=False)
        assert not local.any()
        assert ends.give(x) is local
        assert torch.equal(local, x)

    def test_it_is_known_by_its_number_as_long_as_it_lives(self, ends: Ends) -> None:
        x = torch.ones(2, requires_grad=True) * 2
        local = ends.give(x)
        assert ends.other.number_of_theirs(local) == 0
        assert ends.other.number_of_theirs(ends.other.leaf(0)) == 0
        assert ends.other.number_of_theirs(torch.ones(2)) is None

    def test_computing_on_it_in_place_makes_it_another_tensor(self, ends: Ends) -> None:
        local = ends.give(torch.ones(2, requires_grad=True) * 2)
        local.mul_(3)
        assert ends.other.number_of_theirs(local) is None, "its gradient is not the one of the tensor it stood for"

    def test_a_new_tensor_in_the_place_of_a_lost_one_is_not_mistaken_for_it(self, ends: Ends) -> None:
        """Python gives the address of a freed object to the next one."""
        x = torch.ones(2, requires_grad=True) * 2
        old = ends.give(x)
        address = id(old)
        with torch.no_grad():
            x.data = torch.ones(3)
        ends.give(x)
        del old
        gc.collect()
        hoard = []
        for _ in range(1000):
            hoard.append(torch.ones(2))
            if id(hoard[-1]) == address:
                break
        assert [ends.other.number_of_theirs(tensor) for tensor in hoard] == [None] * len(hoard)


class TestChanges:
    def test_none(self, ends: Ends) -> None:
        ends.give(torch.ones(2))
        assert ends.other.changes() == []

    def test_values(self, ends: Ends) -> None:
        x = torch.ones(2)
        ends.give(x).add_(1)
        ends.settle()
        assert x.tolist() == [2, 2]
        assert ends.other.changes() == [], "they are told once"
        assert ends.owner.updates() == [], "and nobody tells them back"

    def test_values_behind_torchs_back(self) -> None:
        ends = Ends(by_value=True)
        x, y = torch.ones(2), torch.ones(2)
        ends.give(x).data.add_(1)
        ends.give(y).numpy()[0] = 7
        ends.settle()
        assert x.tolist() == [2, 2]
        assert y.tolist() == [7, 1]

    def test_nan_is_no_change(self) -> None:
        ends = Ends(by_value=True)
        ends.give(torch.tensor([float("nan")]))
        assert ends.other.changes() == []

    def test_requires_grad_and_grad(self, ends: Ends) -> None:
        x = torch.ones(2)
        local = ends.give(x)
        local.requires_grad_()
        (local * 3).sum().backward()
        ends.settle()
        assert x.requires_grad
        assert x.grad is not None
        assert x.grad.tolist() == [3, 3]
        local.grad = None
        ends.settle()
        assert x.grad is None

    def test_kind_of_a_leaf(self) -> None:
        ends = Ends(by_value=True)
        layer = torch.nn.Linear(2, 2)
        local = ends.give(layer.weight)
        local.data = local.data.double()
        ends.settle()
        assert layer.weight.dtype is torch.float64
        ends.give(layer.weight).data = torch.zeros(1, 2, 2)
        ends.settle()
        assert layer.weight.shape == (1, 2, 2)

    def test_only_those_that_are_asked_for(self, ends: Ends) -> None:
        first, second = ends.give(torch.ones(1)), ends.give(torch.ones(1))
        first.add_(1)
        second.add_(1)
        assert [change[0] for change in ends.other.changes([1], everything=False)] == [1]
        assert [change[0] for change in ends.other.changes()] == [0]

    def test_of_ones_own_that_last_are_updates(self, ends: Ends) -> None:
        x, y = torch.ones(2), torch.ones(2, requires_grad=True)
        product = y * 2
        for tensor in (x, y, product):
            ends.give(tensor)
        ends.owner.last(1)
        assert ends.owner.updates() == []
        with torch.no_grad():
            x.add_(1)
            y.add_(1)
        assert [entry[0] for entry in ends.owner.updates()] == [1]
        assert ends.owner.updates() == []


class TestInferenceMode:
    """`with torch.inference_mode():` is how students evaluate; its tensors have no version."""

    def test_own_tensors(self, ends: Ends) -> None:
        with torch.inference_mode():
            x = torch.ones(2)
        assert ends.give(x).tolist() == [1, 1]
        assert ends.owner.updates() == []

    def test_stand_ins(self) -> None:
        ends = Ends(by_value=True)
        x = torch.ones(2)
        with torch.inference_mode():
            ends.give(x).add_(1)
            changes = ends.other.changes()
        ends.owner.apply(plain(changes[0]))
        assert x.tolist() == [2, 2]


class TestMalformed:
    @pytest.mark.parametrize("number", [1, -1, None, "0", 0.0, False, [0]])
    def test_numbers(self, ends: Ends, number: Any) -> None:
        ends.give(torch.ones(1))
        for lookup in (ends.owner.own, ends.other.theirs, ends.other.leaf):
            with pytest.raises(ProtocolError, match="unknown tensor"):
                lookup(number)

    @pytest.mark.parametrize(
        "change",
        [
            None, [], [0], [0, None, True], [7, None, True, None], ["0", None, True, None],
            [0, ["float32", [2], bytes(4)], True, None], [0, ["float32", [2]], True, None], [0, bytes(8), True, None],
            [0, ["int64", [2], bytes(16)], True, None], [0, None, True, ["float32", [3], bytes(12)]],
            [0, None, True, ["float64", [2], bytes(16)]], [0, None, True, 1], [0, None, True, ["float32"]],
        ],
    )  # fmt: skip
    def test_changes(self, ends: Ends, change: Any) -> None:
        ends.give(torch.ones(2, requires_grad=True))
        with pytest.raises(ProtocolError):
            ends.owner.apply(change)

    def test_changes_of_what_cannot_change(self, ends: Ends) -> None:
        ends.give(torch.ones(1).expand(2))
        with pytest.raises(ProtocolError, match="cannot be made"):
            ends.owner.apply([0, ["float32", [2], bytes(8)], False, None])

    def test_only_leaves_change_their_kind(self, ends: Ends) -> None:
        ends.give(torch.ones(2, requires_grad=True) * 2)
        with pytest.raises(ProtocolError, match="only leaves"):
            ends.owner.apply([0, ["float32", [3], bytes(12)], True, None])


def test_flags_say_what_a_tensor_is() -> None:
    ledger = Ledger(by_value=False)
    leaf = torch.ones(1, requires_grad=True)
    flags = [ledger.entry(tensor)[4] for tensor in (torch.ones(1), leaf, leaf * 2, torch.nn.Parameter(torch.ones(1)))]
    assert flags == [LEAF, LEAF | REQUIRES_GRAD, REQUIRES_GRAD, LEAF | REQUIRES_GRAD | PARAMETER]
    assert ledger.entry(leaf * 2, joined=True)[4] == REQUIRES_GRAD | JOINED


def test_same_tells_every_difference_but_nan() -> None:
    x = torch.tensor([1.0, float("nan")])
    assert same(x, x.clone())
    assert not same(x, torch.tensor([1.0, 2.0]))
    assert not same(x, torch.tensor([2.0, float("nan")]))
    assert not same(x, x.reshape(2, 1))
    assert same(torch.zeros(0), torch.zeros(0))
