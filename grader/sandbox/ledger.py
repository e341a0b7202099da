"""Which tensors one end of the wall shares with the other, and what changed in them since the other end last saw
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch

from grader.sandbox import tensors
from grader.sandbox.frames import ProtocolError

REQUIRES_GRAD, LEAF, PARAMETER, JOINED = 1, 2, 4, 8

Entry = list[Any]
"""[number, dtype, shape, data, flags]: one tensor of the sender's. Data is None where only the graph needs it."""
Change = list[Any]
"""[number, data or None, requires_grad, gradient or None]: what became of a tensor of the receiver's."""


@dataclass
class _Theirs:
    """A tensor of the other end's, as this end holds it."""

    local: torch.Tensor
    """What the code at this end is given."""
    leaf: torch.Tensor
    """Where gradients arrive: `local` itself, or what it is a view of when the original is not a leaf."""
    by_value: bool
    """Whether changes are looked for in the values, too: `.data` and numpy views leave no other trace."""
    version: int = 0
    copy: torch.Tensor | None = None
    requires_grad: bool = False
    gradient: torch.Tensor | None = None

    def note(self) -> None:
        """Remember the present state."""
        self.version = self.local._version
        self.copy = self.local.detach().clone() if self.by_value else None
        self.requires_grad = self.local.requires_grad
        self.gradient = None if self.grad is None else self.grad.clone()

    @property
    def grad(self) -> torch.Tensor | None:
        """The gradient that has accumulated here; None for what is no leaf."""
        return self.leaf.grad if self.leaf.is_leaf else None

    @property
    def value_changed(self) -> bool:
        """Whether the entries are no longer those of the last note."""
        if self.copy is not None:
            return not same(self.local, self.copy)
        return self.local._version != self.version

    @property
    def grad_changed(self) -> bool:
        """Whether the gradient is no longer that of the last note."""
        grad = self.grad
        if grad is None or self.gradient is None:
            return grad is not self.gradient
        return not same(grad, self.gradient)


class Ledger:
    """Tensors by number. Each end numbers its own; the other end's numbers are another sequence."""

    def __init__(self, *, by_value: bool) -> None:
        self._by_value = by_value
        self._own: dict[int, torch.Tensor] = {}
        self._sent: dict[int, int] = {}
        self._number: dict[int, int] = {}
        self._theirs: dict[int, _Theirs] = {}
        self._their_number: dict[int, int] = {}

    # --- own tensors --------------------------------------------------------------------------------------------

    def own(self, number: Any) -> torch.Tensor:
        """The tensor of this end's that the other end calls `number`."""
        if type(number) is not int or number not in self._own:
            raise ProtocolError("unknown tensor")
        return self._own[number]

    def entry(self, tensor: torch.Tensor, *, joined: bool = False, values: bool = True) -> Entry:
        """What to send for a tensor of this end's, new or known."""
        number = self._number.get(id(tensor))
        if number is None:
            number = len(self._own)
            self._own[number] = tensor
            self._number[id(tensor)] = number
        self._sent[number] = tensor._version
        flags = (
            REQUIRES_GRAD * tensor.requires_grad
            | LEAF * tensor.is_leaf
            | PARAMETER * isinstance(tensor, torch.nn.Parameter)
            | JOINED * joined
        )
        dtype, shape, data = tensors.dump(tensor) if values else (*tensors.kind(tensor), None)
        return [number, dtype, shape, data, flags]

    def updates(self) -> list[Entry]:
        """Entries for the leaves of this end's that changed since they were sent, an optimizer's step say."""
        stale = [n for n, tensor in self._own.items() if tensor.is_leaf and tensor._version != self._sent[n]]
        return [self.entry(self._own[number]) for number in stale]

    # --- the other end's tensors ----------------------------------------------------------------------------------

    def number_of_theirs(self, tensor: torch.Tensor) -> int | None:
        """The other end's number for one of its tensors; None if it is none of them."""
        return self._their_number.get(id(tensor))

    def theirs(self, number: Any) -> torch.Tensor:
        """The local stand-in for a tensor of the other end's."""
        if type(number) is not int or number not in self._theirs:
            raise ProtocolError("unknown tensor")
        return self._theirs[number].local

    def leaf(self, number: Any) -> torch.Tensor:
        """Where the gradient for a tensor of the other end's arrives."""
        self.theirs(number)
        return self._theirs[number].leaf

    def receive(self, number: int, value: torch.Tensor, flags: int, *, values: bool) -> torch.Tensor:
        """Take in one tensor of the other end's; its stand-in stays the same object as long as the kind does.

        Without `values`, `value` only shows the kind.
        """
        requires_grad = bool(flags & REQUIRES_GRAD)
        known = self._theirs.get(number)
        if known is not None and tensors.kind(known.local) == tensors.kind(value):
            self._refresh(known, value if values else None, requires_grad)
            return known.local
        if flags & PARAMETER:
            leaf: torch.Tensor = torch.nn.Parameter(value, requires_grad=requires_grad)
        else:
            leaf = value.requires_grad_(requires_grad)
        with torch.enable_grad():
            local = leaf.view_as(leaf) if requires_grad and not flags & LEAF else leaf
        self.hold(number, local, leaf)
        self._their_number[id(local)] = self._their_number[id(leaf)] = number
        return local

    def hold(self, number: int, local: torch.Tensor, leaf: torch.Tensor) -> None:
        """Watch a stand-in for changes."""
        self._theirs[number] = held = _Theirs(local, leaf, self._by_value)
        held.note()

    @staticmethod
    def _refresh(known: _Theirs, value: torch.Tensor | None, requires_grad: bool) -> None:
        with torch.no_grad():
            if value is not None and known.local.untyped_storage().nbytes() < value.untyped_storage().nbytes():
                known.local.data = value  # only its kind was known so far
            elif value is not None and not same(known.local, value):
                known.local.copy_(value)
        if known.local.is_leaf and known.local.requires_grad != requires_grad:
            known.local.requires_grad_(requires_grad)
        known.note()

    def changes(self, numbers: Iterable[int] | None = None) -> list[Change]:
        """What this end's code did to the other end's tensors (to all, or to `numbers`) since the other end last
        knew.
        """
        found: list[Change] = []
        for number in tuple(self._theirs) if numbers is None else numbers:
            held = self._theirs[number]
            changed = held.value_changed
            if not changed and not held.grad_changed and held.local.requires_grad == held.requires_grad:
                continue
            data = tensors.dump(held.local)[2] if changed else None
            found.append(
                [number, data, held.local.requires_grad, None if held.grad is None else tensors.dump(held.grad)]
            )
            held.note()
        return found

    def apply(self, change: Change) -> None:
        """Do to a tensor of this end's what the other end's code did to its copy."""
        if not isinstance(change, list) or len(change) != 4:
            raise ProtocolError("malformed change")
        number, data, requires_grad, gradient = change
        tensor = self.own(number)
        if data is not None:
            dtype, shape = tensors.kind(tensor)
            value = tensors.load(dtype, shape, data)
            with torch.no_grad():
                tensor.copy_(value)
            self._sent[number] = tensor._version
        if tensor.is_leaf and (tensor.is_floating_point() or tensor.is_complex()):
            tensor.requires_grad_(bool(requires_grad))
            tensor.grad = None if gradient is None else _gradient(gradient, tensor)


def _gradient(data: Any, tensor: torch.Tensor) -> torch.Tensor:
    if not isinstance(data, list) or len(data) != 3:
        raise ProtocolError("malformed gradient")
    gradient = tensors.load(*data)
    if gradient.shape != tensor.shape or gradient.dtype != tensor.dtype:
        raise ProtocolError("a gradient does not fit its tensor")
    return gradient


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two tensors of one kind have the same entries, NaN counting as equal to NaN."""
    a, b = a.detach(), b.detach()
    return a.shape == b.shape and bool(((a == b) | ((a != a) & (b != b))).all())
