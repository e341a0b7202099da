"""Which tensors one end of the wall shares with the other, and what changed in them since the other end last saw
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import torch

from grader.sandbox import tensors
from grader.sandbox.frames import ProtocolError

REQUIRES_GRAD, LEAF, PARAMETER, JOINED = 1, 2, 4, 8

Entry = list[Any]
"""[number, dtype, shape, data, flags]: one tensor of the sender's. Data is None where only the graph needs it."""
Change = list[Any]
"""[number, tensor or None, requires_grad, gradient or None]: what became of a tensor of the receiver's. Tensor and
gradient are [dtype, shape, data].
"""


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
    grad_fn: Any = None

    def note(self) -> None:
        """Remember the present state."""
        self.version = _version(self.local)
        self.grad_fn = self.local.grad_fn
        self.copy = self.local.detach().clone() if self.by_value else None
        self.requires_grad = self.local.requires_grad
        self.gradient = None if self.grad is None else self.grad.clone()

    @property
    def grad(self) -> torch.Tensor | None:
        """The gradient that has accumulated here; None for what is no leaf."""
        return self.leaf.grad if self.leaf.is_leaf else None

    @property
    def value_changed(self) -> bool:
        """Whether the entries, or the kind, are no longer those of the last note."""
        if self.copy is not None:
            return self.local.dtype != self.copy.dtype or not same(self.local, self.copy)
        return _version(self.local) != self.version

    @property
    def stays(self) -> bool:
        """Whether it may change later on: a parameter, or at the worker's end an argument that the student keeps."""
        return self.local.is_leaf and (self.by_value or self.local.requires_grad)

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
        self._lasting: set[int] = set()
        self._theirs: dict[int, _Theirs] = {}
        self._their_number: dict[int, int] = {}
        self._watched: dict[int, _Theirs] = {}

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
        self._sent[number] = _version(tensor)
        flags = (
            REQUIRES_GRAD * tensor.requires_grad
            | LEAF * tensor.is_leaf
            | PARAMETER * isinstance(tensor, torch.nn.Parameter)
            | JOINED * joined
        )
        dtype, shape, data = tensors.dump(tensor) if values else (*tensors.kind(tensor), None)
        return [number, dtype, shape, data, flags]

    def updates(self) -> list[Entry]:
        """Entries for what changed since it was sent, by an optimizer's step say.

        Looked for among those that `last`: any other argument is sent again with the next call anyway.
        """
        stale = [number for number in self._lasting if _version(self._own[number]) != self._sent[number]]
        return [self.entry(self._own[number]) for number in stale]

    def last(self, number: int) -> None:
        """Keep a tensor of this end's up to date at the other end from now on: it belongs to a module that was copied,
        or the other end has handed it back.
        """
        self._lasting.add(number)

    # --- the other end's tensors ----------------------------------------------------------------------------------

    def number_of_theirs(self, tensor: torch.Tensor) -> int | None:
        """The other end's number for one of its tensors; None if it is none of them, or was computed on in place."""
        number = self._their_number.get(id(tensor), -1)
        held = self._theirs.get(number)
        if held is not None and (tensor is held.leaf or (tensor is held.local and tensor.grad_fn is held.grad_fn)):
            return number
        return None

    def knows(self, tensor: torch.Tensor) -> bool:
        """Whether the tensor is one of this end's that has a number."""
        return id(tensor) in self._number

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
        """Take in one tensor of the other end's; the stand-in of a leaf stays the same object.

        Without `values`, `value` only shows the kind.
        """
        requires_grad = bool(flags & REQUIRES_GRAD)
        known = self._theirs.get(number)
        if known is not None and (known.local.is_leaf or tensors.kind(known.local) == tensors.kind(value)):
            self._refresh(known, value, requires_grad, values=values)
            return known.local
        if flags & PARAMETER:
            leaf: torch.Tensor = torch.nn.Parameter(value, requires_grad=requires_grad)
        else:
            leaf = value.requires_grad_(requires_grad)
        with torch.enable_grad():
            local = leaf.clone() if requires_grad and not flags & LEAF else leaf  # a view could not be changed in place
        self.hold(number, local, leaf)
        self._their_number[id(local)] = self._their_number[id(leaf)] = number
        return local

    def hold(self, number: int, local: torch.Tensor, leaf: torch.Tensor) -> None:
        """Watch a stand-in for changes."""
        self._theirs[number] = self._watched[number] = held = _Theirs(local, leaf, self._by_value)
        held.note()

    @staticmethod
    def _refresh(known: _Theirs, value: torch.Tensor, requires_grad: bool, *, values: bool) -> None:
        with torch.no_grad():
            only_kind = known.local.untyped_storage().nbytes() < known.local.nbytes
            if tensors.kind(known.local) != tensors.kind(value) or (values and only_kind):
                known.local.data = value
            elif values and not same(known.local, value):
                known.local.copy_(value)
        if known.local.is_leaf and known.local.requires_grad != requires_grad:
            known.local.requires_grad_(requires_grad)
        known.note()

    def changes(self, mentioned: Iterable[int] = (), *, everything: bool = True) -> list[Change]:
        """What this end's code did to the other end's tensors since the other end last knew: to those that the message
        mentions, or to everything that is watched as well.

        Tensors that only passed by are looked at once: a stack of sublayers sends hundreds of them.
        """
        found: list[Change] = []
        looked_at = {number: self._theirs[number] for number in mentioned} | (self._watched if everything else {})
        for number, held in looked_at.items():
            changed = held.value_changed
            if not changed and not held.grad_changed and held.local.requires_grad == held.requires_grad:
                continue
            value = tensors.dump(held.local) if changed else None
            gradient = None if held.grad is None else tensors.dump(held.grad)
            found.append([number, value, held.local.requires_grad, gradient])
            held.note()
        if everything:
            self._watched = {number: held for number, held in self._watched.items() if held.stays}
        return found

    def apply(self, change: Change) -> None:
        """Do to a tensor of this end's what the other end's code did to its copy."""
        if not isinstance(change, list) or len(change) != 4:
            raise ProtocolError("malformed change")
        number, data, requires_grad, gradient = change
        tensor = self.own(number)
        try:
            if data is not None:
                _assign(tensor, _loaded(data))
                self._sent[number] = _version(tensor)
            if tensor.is_leaf and (tensor.is_floating_point() or tensor.is_complex()):
                tensor.requires_grad_(bool(requires_grad))
                tensor.grad = None if gradient is None else _loaded(gradient)
        except RuntimeError as error:  # torch's word on a value or gradient that does not fit
            raise ProtocolError("a change that cannot be made") from error


def _loaded(data: Any) -> torch.Tensor:
    if not isinstance(data, list) or len(data) != 3:
        raise ProtocolError("malformed change")
    return tensors.load(*data)


def _assign(tensor: torch.Tensor, value: torch.Tensor) -> None:
    """Give a tensor other entries, or a leaf another kind as well, as `module.double()` does."""
    with torch.no_grad():
        if tensors.kind(tensor) == tensors.kind(value):
            tensor.copy_(value)
        elif tensor.is_leaf:
            tensor.data = value
        else:
            raise ProtocolError("only leaves change their kind")


def _version(tensor: torch.Tensor) -> int:
    """How often the tensor was changed in place; tensors made in inference mode do not count."""
    return 0 if tensor.is_inference() else tensor._version


def same(a: torch.Tensor, b: torch.Tensor) -> bool:
    """Whether two tensors of one dtype have the same shape and entries, NaN counting as equal to NaN."""
    with suppress(RuntimeError):  # it is the quickest, and refuses tensors that a transform of torch.func has wrapped
        if torch.equal(a, b):
            return True
    a, b = a.detach(), b.detach()
    return a.shape == b.shape and bool(((a == b) | ((a != a) & (b != b))).all())
