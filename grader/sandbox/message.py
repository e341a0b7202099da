"""One message between the two ends of the wall, being written or being read: values, and the tensors they mention."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Protocol

import torch

from grader.sandbox import graph, tensors
from grader.sandbox.frames import ProtocolError
from grader.sandbox.ledger import JOINED, REQUIRES_GRAD, Entry, Ledger
from grader.sandbox.values import Decoder, Encoder, Reference, TooLarge

MAX_TENSORS = 4096


class End(Protocol):
    """What a message needs to know of the end that writes or reads it."""

    ledger: Ledger
    most_bytes: int

    def refer(self, value: Any, message: Outgoing) -> Reference:
        """The reference that stands for an object."""

    def resolve(self, reference: Reference, message: Incoming) -> Any:
        """The object that a reference stands for."""

    def take(self, size: int) -> None:
        """Account for `size` bytes of tensors that are kept."""

    def keep(self, outputs: list[torch.Tensor], sources: list[torch.Tensor]) -> int:
        """Keep a graph; its number."""

    def gradients(self, *arguments: Any) -> Sequence[torch.Tensor | None]:
        """Gradients of a graph that the other end keeps."""


class Outgoing:
    """A message being written: its values, and the tensors they mention."""

    def __init__(self, end: End, *, keep_graph: bool = False) -> None:
        self.entries: list[Entry] = []
        self.mentioned: list[int] = []
        self._end = end
        self._keep_graph = keep_graph
        self._joined: list[torch.Tensor] = []
        self._index: dict[int, int] = {}
        self._room = end.most_bytes

    def encode(self, value: Any) -> Any:
        """`value` as plain data."""
        return Encoder(self._refer)(value)

    def _refer(self, value: Any) -> Reference:
        if isinstance(value, torch.Tensor) and tensors.crosses(value):
            return self.tensor(value)
        return self._end.refer(value, self)

    def tensor(self, value: torch.Tensor) -> Reference:
        """The reference for a tensor: the other end's own, or one of the entries."""
        theirs = self._end.ledger.number_of_theirs(value)
        if theirs is not None:
            self.mentioned.append(theirs)
            return ["yours", theirs]
        return ["tensor", self.index(value)]

    def index(self, value: torch.Tensor) -> int:
        """The place of a tensor of this end's among the entries; TooLarge if it is one too many."""
        known = self._index.get(id(value))
        if known is None:
            self._room -= value.nbytes
            if self._room < 0 or len(self.entries) >= MAX_TENSORS:
                raise TooLarge
            joined = self._keep_graph and value.grad_fn is not None
            if joined:
                self._joined.append(value)
            if self._keep_graph and not self._end.ledger.knows(value):
                self._end.take(value.nbytes)
            known = self._index[id(value)] = len(self.entries)
            self.entries.append(self._end.ledger.entry(value, joined=joined))
        return known

    def number(self, value: torch.Tensor) -> int:
        """The number of a tensor of this end's, which crosses with the message."""
        number: int = self.entries[self.index(value)][0]
        self._end.ledger.last(number)
        return number

    def joint(self) -> Any:
        """[record, sources] of the results' graph, or None: how the other end's graph goes on into this end's."""
        if not self._joined:
            return None
        sources = graph.leaves(self._joined)
        return [self._end.keep(self._joined, sources), [self._source(leaf) for leaf in sources]]

    def _source(self, leaf: torch.Tensor) -> Reference:
        theirs = self._end.ledger.number_of_theirs(leaf)
        if theirs is not None:
            return ["yours", theirs]
        if id(leaf) not in self._index:
            self._index[id(leaf)] = len(self.entries)
            self.entries.append(self._end.ledger.entry(leaf, values=False))
        return ["tensor", self._index[id(leaf)]]


class Incoming:
    """A message being read."""

    def __init__(self, end: End, entries: Any, joint: Any) -> None:
        if not isinstance(entries, list) or len(entries) > MAX_TENSORS:
            raise ProtocolError("too many tensors")
        self._end = end
        self.tensors: list[torch.Tensor] = []
        self._leaves: list[torch.Tensor] = []
        self._kinds_only: set[int] = set()
        pending: list[tuple[int, int, torch.Tensor]] = []
        for place, entry in enumerate(entries):
            number, value, flags, values = _checked(entry)
            if values:
                end.take(value.nbytes)
            else:
                self._kinds_only.add(place)
            if flags & JOINED:
                pending.append((place, number, value))
                self.tensors.append(value)
                self._leaves.append(value)
                continue
            try:
                self.tensors.append(end.ledger.receive(number, value, flags, values=values))
            except RuntimeError as error:
                raise ProtocolError("a tensor became what it cannot become") from error
            self._leaves.append(end.ledger.leaf(number))
        if pending:
            outputs = self._join([value for _, _, value in pending], joint)
            for (place, number, _), output in zip(pending, outputs, strict=True):
                self.tensors[place] = output
                end.ledger.hold(number, output, output)

    def _join(self, outputs: list[torch.Tensor], joint: Any) -> list[torch.Tensor]:
        if (
            not isinstance(joint, list)
            or len(joint) != 2
            or type(joint[0]) is not int
            or not isinstance(joint[1], list)
        ):
            raise ProtocolError("malformed graph")
        sources = [self._source(reference) for reference in joint[1][:MAX_TENSORS]]
        products = partial(self._end.gradients, joint[0], [tensors.kind(source) for source in sources])
        with torch.enable_grad():
            return graph.join(products, outputs, sources)

    def _source(self, reference: Any) -> torch.Tensor:
        match reference:
            case ["yours", number]:
                return self._end.ledger.own(number)
            case ["tensor", int(place)] if 0 <= place < len(self._leaves):
                return self._leaves[place]
        raise ProtocolError("malformed source")

    def decode(self, data: Any) -> Any:
        """The value that was sent."""
        return Decoder(self._resolve)(data)

    def _resolve(self, reference: Reference) -> Any:
        match reference:
            case ["tensor", int(place)] if 0 <= place < len(self.tensors) and place not in self._kinds_only:
                return self.tensors[place]
            case ["yours", number]:
                own = self._end.ledger.own(number)
                self._end.ledger.last(number)
                return own
        return self._end.resolve(reference, self)


def _checked(entry: Any) -> tuple[int, torch.Tensor, int, bool]:
    if not isinstance(entry, list) or len(entry) != 5:
        raise ProtocolError("malformed tensor")
    number, dtype, shape, data, flags = entry
    if type(number) is not int or type(flags) is not int:
        raise ProtocolError("malformed tensor")
    value = tensors.zeros(dtype, shape) if data is None else tensors.load(dtype, shape, data)
    if flags & REQUIRES_GRAD and not (value.is_floating_point() or value.is_complex()):
        raise ProtocolError("only floating tensors require grad")
    return number, value, flags, data is not None
