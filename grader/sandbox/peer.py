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
from grader.sandbox.ledger import Ledger
from grader.sandbox.message import MAX_TENSORS, Incoming, Outgoing
from grader.sandbox.values import Reference, TooLarge

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

    def __init__(self, line: Line, *, by_value: bool, most_bytes: int) -> None:
        self._line = line
        self.most_bytes = most_bytes
        """The most bytes of tensors in one message."""
        self._by_value = by_value
        self._requests = 0
        self._unawaited: set[int] = set()
        self._nesting = 0
        self.forget()

    def forget(self) -> None:
        """Drop everything that was shared: tensors, graphs. The other end has to do the same."""
        self.ledger = Ledger(by_value=self._by_value)
        self._room = MAX_SHARED_BYTES
        self._graphs: dict[int, tuple[list[torch.Tensor], list[torch.Tensor]]] = {}

    def take(self, size: int) -> None:
        """Account for `size` bytes of tensors that the other end made this one keep until `forget`."""
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
        changes = self.ledger.changes(message.mentioned, everything=not self._by_value)
        payload = [body, message.entries + self.ledger.updates(), changes, torch.is_grad_enabled()]
        self._requests += 1
        self._line.send(["ask", self._requests, operation, payload])
        return self._requests

    def post_and_go_on(self, operation: str, *arguments: Any) -> None:
        """Send a request whose answer says nothing; it is read past when the next one is awaited."""
        self._unawaited.add(self.post(operation, *arguments))

    def answer(self, number: int) -> Any:
        """Wait for the answer to a request."""
        while True:
            message = self._line.receive()
            if not isinstance(message, list) or len(message) != 4:
                raise ProtocolError("malformed message")
            kind, of, what, content = message
            if kind == "ask":
                self.serve(of, what, content)
            elif kind == "tell" and type(of) is int and of in self._unawaited and what == "done":
                self._unawaited.remove(of)
            elif kind == "tell" and of == number and what == "done":
                return self._take(content)
            elif kind == "tell" and of == number and what == "failed":
                raise self._take_failure(content)
            else:
                raise ProtocolError("an answer that nobody waits for")

    def _take_failure(self, content: Any) -> Exception:
        if not isinstance(content, list) or len(content) != 2:
            raise ProtocolError("malformed failure")
        description, changes = content
        self._apply(changes)
        return self.failed(description)

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

    def gradients(
        self, record: int, kinds: Sequence[tensors.Kind], cotangents: Sequence[torch.Tensor | None], create_graph: bool
    ) -> Sequence[torch.Tensor | None]:
        """The vector-Jacobian products of a graph that the other end keeps, whose sources are of these kinds."""
        result = self.request("vjp", record, list(cotangents), create_graph)
        if not isinstance(result, list) or not _fit(result, kinds):
            raise ProtocolError("malformed gradients")
        return result

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
            answer = self._told_failure(error)
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
            return self._told_failure(error)
        joint = message.joint()
        entries = message.entries + self.ledger.updates()
        return ["done", [body, entries, self.ledger.changes(message.mentioned), joint]]

    def _told_failure(self, error: BaseException) -> list[Any]:
        return ["failed", [self.describe(error), self.ledger.changes()]]

    def _vector_jacobian_products(self, record: Any, cotangents: Any, create_graph: Any) -> list[torch.Tensor | None]:
        if type(record) is not int or record not in self._graphs:
            raise ProtocolError("unknown graph")
        outputs, sources = self._graphs[record]
        if not isinstance(cotangents, list) or not _fit(cotangents, [tensors.kind(output) for output in outputs]):
            raise ProtocolError("malformed cotangents")  # broadcasting them could take any amount of memory
        return graph.vector_jacobian_products(outputs, cotangents, sources, create_graph=bool(create_graph), keep=True)

    def keep(self, outputs: list[torch.Tensor], sources: list[torch.Tensor]) -> int:
        """Keep a graph until `forget`; its number is what the other end asks for gradients by."""
        record = len(self._graphs)
        self._graphs[record] = (outputs, sources)
        return record


def _fit(gradients: list[Any], kinds: Sequence[tensors.Kind]) -> bool:
    """Whether each gradient is None or a tensor of its kind."""
    return len(gradients) == len(kinds) and all(
        gradient is None or (isinstance(gradient, torch.Tensor) and tensors.kind(gradient) == kind)
        for gradient, kind in zip(gradients, kinds, strict=True)
    )
