"""One end of the wall. Both ends run this: calls, their gradients and the objects they share, over one line.

A call is evaluated where the function lives, on stand-ins for the caller's tensors, and its graph stays there. The
caller gets the results as functions of its own tensors: asked for gradients, they ask the other end. So autograd runs
through the wall as if there were none, in both directions and to any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import torch

from grader.sandbox import graph, tensors
from grader.sandbox.frames import ProtocolError
from grader.sandbox.ledger import JOINED, REQUIRES_GRAD, Entry, Ledger
from grader.sandbox.values import Decoder, Encoder, Reference, TooLarge

MAX_TENSORS = 4096
MAX_NESTING = 64
MAX_SHARED_BYTES = 1 << 30
"""How many bytes of tensors one end keeps for the other."""


class Line(Protocol):
    """What carries messages to the other end and back."""

    def send(self, message: Any) -> None:
        """Send one message."""

    def receive(self) -> Any:
        """Wait for one message."""


class Peer:
    """An end of the wall: makes requests of the other end and serves the other end's.

    Subclasses say how objects cross that are neither plain data nor tensors (`refer`, `resolve`), what the other end
    may ask for (`perform`), and how exceptions cross (`describe`, `failed`).
    """

    def __init__(self, line: Line, *, by_value: bool) -> None:
        self._line = line
        self._by_value = by_value
        self._requests = 0
        self._nesting = 0
        self.forget()

    def forget(self) -> None:
        """Drop everything that was shared: tensors, graphs. The other end has to do the same."""
        self.ledger = Ledger(by_value=self._by_value)
        self._room = MAX_SHARED_BYTES
        self._graphs: dict[int, tuple[list[torch.Tensor], list[torch.Tensor]]] = {}

    def take(self, size: int) -> None:
        """Account for `size` bytes of tensors that came in and are kept until `forget`."""
        self._room -= size
        if self._room < 0:
            raise ProtocolError("more tensors were sent than can be kept")

    # --- for subclasses -----------------------------------------------------------------------------------------

    def refer(self, value: Any, message: Outgoing) -> Reference:
        """The reference that stands for an object."""
        raise NotImplementedError

    def resolve(self, reference: Reference, message: Incoming) -> Any:
        """The object that a reference stands for."""
        raise NotImplementedError

    def perform(self, operation: str, arguments: Sequence[Any]) -> Any:
        """Do what the other end asks for."""
        raise NotImplementedError

    def describe(self, error: BaseException) -> Any:
        """An exception as plain data."""
        raise NotImplementedError

    def failed(self, description: Any) -> Exception:
        """What to raise here when the other end describes an exception."""
        raise NotImplementedError

    # --- requests -----------------------------------------------------------------------------------------------

    def request(self, operation: str, *arguments: Any) -> Any:
        """Have the other end perform an operation, serving its requests meanwhile; raises what `failed` makes of its
        exceptions.
        """
        return self.answer(self.post(operation, *arguments))

    def post(self, operation: str, *arguments: Any) -> int:
        """Send a request; its number is what `answer` waits for."""
        message = Outgoing(self)
        body = message.encode(arguments)
        changes = self.ledger.changes(message.mentioned if self._by_value else None)
        payload = [body, message.entries + self.ledger.updates(), changes, torch.is_grad_enabled()]
        self._requests += 1
        self._line.send(["ask", self._requests, operation, payload])
        return self._requests

    def answer(self, number: int) -> Any:
        """Wait for the answer to a request."""
        while True:
            message = self._line.receive()
            if not isinstance(message, list) or len(message) != 4:
                raise ProtocolError("malformed message")
            kind, of, what, content = message
            if kind == "ask":
                self.serve(of, what, content)
            elif kind == "tell" and of == number and what == "done":
                return self._take(content)
            elif kind == "tell" and of == number and what == "failed":
                raise self.failed(content)
            else:
                raise ProtocolError("an answer that nobody waits for")

    def _take(self, content: Any) -> Any:
        if not isinstance(content, list) or len(content) != 4:
            raise ProtocolError("malformed answer")
        body, entries, changes, joint = content
        self._apply(changes)
        return Incoming(self, entries, joint).decode(body)

    def _apply(self, changes: Any) -> None:
        if not isinstance(changes, list) or len(changes) > MAX_TENSORS:
            raise ProtocolError("malformed changes")
        for change in changes:
            self.ledger.apply(change)

    def products(self, record: int) -> graph.Products:
        """The vector-Jacobian products of a graph that the other end keeps."""

        def ask(cotangents: Sequence[torch.Tensor | None], create_graph: bool) -> Sequence[torch.Tensor | None]:
            result = self.request("vjp", record, list(cotangents), create_graph)
            if not isinstance(result, list) or not all(g is None or isinstance(g, torch.Tensor) for g in result):
                raise ProtocolError("malformed gradients")
            return result

        return ask

    # --- serving ------------------------------------------------------------------------------------------------

    def serve(self, number: Any, operation: Any, payload: Any) -> None:
        """Perform one request of the other end's and answer it."""
        if self._nesting >= MAX_NESTING:
            raise ProtocolError("calls are nested too deeply")
        if not isinstance(operation, str) or not isinstance(payload, list) or len(payload) != 4:
            raise ProtocolError("malformed request")
        body, entries, changes, grad = payload
        self._apply(changes)
        arguments = Incoming(self, entries, None).decode(body)
        if not isinstance(arguments, tuple):
            raise ProtocolError("malformed arguments")
        self._nesting += 1
        try:
            with torch.set_grad_enabled(bool(grad)):
                if operation == "vjp":
                    result: Any = self._vector_jacobian_products(*arguments)
                else:
                    result = self.perform(operation, arguments)
        except ProtocolError:
            raise
        except BaseException as error:
            answer = ["failed", self.describe(error)]
        else:
            answer = self._told(result)
        finally:
            self._nesting -= 1
        self._line.send(["tell", number, *answer])

    def _told(self, result: Any) -> list[Any]:
        message = Outgoing(self, keep_graph=True)
        try:
            body = message.encode(result)
        except TooLarge as error:
            return ["failed", self.describe(error)]
        joint = message.joint()
        return ["done", [body, message.entries, self.ledger.changes(), joint]]

    def _vector_jacobian_products(self, record: Any, cotangents: Any, create_graph: Any) -> list[torch.Tensor | None]:
        outputs, sources = self._graphs[record]
        return graph.vector_jacobian_products(outputs, cotangents, sources, create_graph=bool(create_graph), keep=True)

    def keep(self, outputs: list[torch.Tensor], sources: list[torch.Tensor]) -> int:
        """Keep a graph until `forget`; its number is what the other end asks for gradients by."""
        record = len(self._graphs)
        self._graphs[record] = (outputs, sources)
        return record


class Outgoing:
    """A message being written: its values, and the tensors they mention."""

    def __init__(self, peer: Peer, *, keep_graph: bool = False) -> None:
        self.entries: list[Entry] = []
        self.mentioned: list[int] = []
        self._peer = peer
        self._keep_graph = keep_graph
        self._joined: list[torch.Tensor] = []
        self._index: dict[int, int] = {}

    def encode(self, value: Any) -> Any:
        """`value` as plain data."""
        return Encoder(self._refer)(value)

    def _refer(self, value: Any) -> Reference:
        if isinstance(value, torch.Tensor) and tensors.crosses(value):
            return self.tensor(value)
        return self._peer.refer(value, self)

    def tensor(self, value: torch.Tensor) -> Reference:
        """The reference for a tensor: the other end's own, or one of the entries."""
        theirs = self._peer.ledger.number_of_theirs(value)
        if theirs is not None:
            self.mentioned.append(theirs)
            return ["yours", theirs]
        return ["tensor", self.index(value)]

    def index(self, value: torch.Tensor) -> int:
        """The place of a tensor of this end's among the entries."""
        known = self._index.get(id(value))
        if known is None:
            joined = self._keep_graph and value.grad_fn is not None
            if joined:
                self._joined.append(value)
            known = self._index[id(value)] = len(self.entries)
            self.entries.append(self._peer.ledger.entry(value, joined=joined))
        return known

    def number(self, value: torch.Tensor) -> int:
        """The number of a tensor of this end's, which crosses with the message."""
        number: int = self.entries[self.index(value)][0]
        return number

    def joint(self) -> Any:
        """[record, sources] of the results' graph, or None: how the other end's graph goes on into this end's."""
        if not self._joined:
            return None
        sources = graph.leaves(self._joined)
        return [self._peer.keep(self._joined, sources), [self._source(leaf) for leaf in sources]]

    def _source(self, leaf: torch.Tensor) -> Reference:
        theirs = self._peer.ledger.number_of_theirs(leaf)
        if theirs is not None:
            return ["yours", theirs]
        if id(leaf) not in self._index:
            self._index[id(leaf)] = len(self.entries)
            self.entries.append(self._peer.ledger.entry(leaf, values=False))
        return ["tensor", self._index[id(leaf)]]


class Incoming:
    """A message being read."""

    def __init__(self, peer: Peer, entries: Any, joint: Any) -> None:
        if not isinstance(entries, list) or len(entries) > MAX_TENSORS:
            raise ProtocolError("too many tensors")
        self._peer = peer
        self.tensors: list[torch.Tensor] = []
        self._leaves: list[torch.Tensor] = []
        self._kinds_only: set[int] = set()
        pending: list[tuple[int, int, torch.Tensor]] = []
        for place, entry in enumerate(entries):
            number, value, flags, values = _checked(entry)
            if values:
                peer.take(value.nbytes)
            else:
                self._kinds_only.add(place)
            if flags & JOINED:
                pending.append((place, number, value))
                self.tensors.append(value)
                self._leaves.append(value)
            else:
                self.tensors.append(peer.ledger.receive(number, value, flags, values=values))
                self._leaves.append(peer.ledger.leaf(number))
        if pending:
            outputs = self._join([value for _, _, value in pending], joint)
            for (place, number, _), output in zip(pending, outputs, strict=True):
                self.tensors[place] = output
                peer.ledger.hold(number, output, output)

    def _join(self, outputs: list[torch.Tensor], joint: Any) -> list[torch.Tensor]:
        if (
            not isinstance(joint, list)
            or len(joint) != 2
            or type(joint[0]) is not int
            or not isinstance(joint[1], list)
        ):
            raise ProtocolError("malformed graph")
        sources = [self._source(reference) for reference in joint[1][:MAX_TENSORS]]
        with torch.enable_grad():
            return graph.join(self._peer.products(joint[0]), outputs, sources)

    def _source(self, reference: Any) -> torch.Tensor:
        match reference:
            case ["yours", number]:
                return self._peer.ledger.own(number)
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
                return self._peer.ledger.own(number)
        return self._peer.resolve(reference, self)


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
