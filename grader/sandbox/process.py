"""One worker process as the trusted side holds it: its line, its output and its life, all under the trusted side's
clock.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgpack

from grader.errors import EngineFault
from grader.limits import Limits
from grader.sandbox.frames import HEADER, MAX_MESSAGE, Closed, lengths, pack, unpack
from grader.sandbox.zygote import Order

CHUNK = 1 << 18
AHEAD = 1 << 14
"""How much is read at least, so that a short message takes one turn and not three."""
SPAWN_SECONDS = 20.0


class TimedOut(Exception):
    """The deadline passed before the worker answered."""


class Zygote:
    """The trusted side's handle on the zygote. Requests are answered in order, so it must not be shared by threads."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._requests = 0
        self._answers: dict[str, tuple[int, list[int]]] = {}

    def spawn(self, order: Order) -> Process:
        """A new worker, on its way: this side goes on meanwhile. The first message on its line says that it is
        ready.
        """
        ours, theirs = socket.socketpair()
        readable, writable = os.pipe()
        try:
            request = self._post("spawn", dict(vars(order)), [theirs.fileno(), writable])
        finally:
            theirs.close()
            os.close(writable)
        return Process(line=ours, output=readable, zygote=self, request=request)

    def spawned(self, request: str) -> tuple[int, int]:
        """(process id, descriptor of the process) of a worker that was asked for."""
        pid, descriptors = self._answer(request)
        return pid, descriptors[0]

    def reap(self, pid: int) -> int:
        """Wait for a worker that is ending; its exit status, negative for a signal."""
        return self._answer(self._post("reap", pid))[0]

    def end_all(self) -> None:
        """End every worker that is still there, and wait until all are gone."""
        self._answer(self._post("end", None))

    def _post(self, kind: str, content: Any, descriptors: Sequence[int] = ()) -> str:
        self._requests += 1
        number = f"{os.getpid()}.{self._requests}"
        try:
            socket.send_fds(self._control, [msgpack.packb([number, kind, content])], descriptors)
        except OSError as error:
            raise EngineFault(f"The process that starts workers cannot be reached: {error}.") from error
        return number

    def _answer(self, number: str) -> tuple[int, list[int]]:
        while number not in self._answers:
            if not select.select([self._control], [], [], SPAWN_SECONDS)[0]:
                raise EngineFault("The process that starts workers does not answer.")
            try:
                data, received, _, _ = socket.recv_fds(self._control, 4096, 1)
            except OSError as error:
                raise EngineFault(f"The process that starts workers cannot be reached: {error}.") from error
            if not data:
                raise EngineFault("The process that starts workers has ended.")
            of, answer = msgpack.unpackb(data)
            if of.startswith(f"{os.getpid()}."):
                self._answers[of] = answer, received
            else:  # an answer to somebody who was ended while waiting for it
                for descriptor in received:
                    os.close(descriptor)
        return self._answers.pop(number)


@dataclass
class Process:
    """A worker process. As a line it sends and receives whole messages within `deadline`, draining the output
    meanwhile.
    """

    line: socket.socket
    output: int
    zygote: Zygote
    request: str
    frame_bytes: int = Limits().frame_mib << 20
    keep_bytes: int = Limits().output_bytes
    deadline: float = 0.0
    """Absolute, of `time.monotonic()`."""

    def __post_init__(self) -> None:
        self.line.setblocking(False)
        os.set_blocking(self.output, False)
        self._unread = bytearray()
        self._printed = bytearray()
        self._cut = 0
        self._alive = True
        self._poll = select.poll()
        self._poll.register(self.output, select.POLLIN)

    # --- messages -------------------------------------------------------------------------------------------------

    def send(self, message: Any) -> None:
        """Send one message; a worker that does not read is as late as one that does not answer."""
        view = memoryview(b"".join(pack(message)))
        while view:
            try:
                view = view[os.write(self.line.fileno(), view[:CHUNK]) :]
            except BlockingIOError:
                self._wait(select.POLLOUT)
            except (BrokenPipeError, ConnectionResetError) as error:
                raise Closed from error

    def receive(self) -> Any:
        """Wait for one message."""
        message, bulk = lengths(self._read(HEADER.size), MAX_MESSAGE, self.frame_bytes)
        return unpack(self._read(message), self._read(bulk))

    def _read(self, size: int) -> bytes:
        while len(self._unread) < size:
            self._wait(select.POLLIN)
            try:
                part = os.read(self.line.fileno(), min(max(size - len(self._unread), AHEAD), CHUNK))
            except BlockingIOError:
                continue
            except ConnectionResetError as error:
                raise Closed from error
            if not part:
                raise Closed
            self._unread += part
        data = bytes(memoryview(self._unread)[:size])
        del self._unread[:size]
        return data

    def _wait(self, event: int) -> None:
        self._poll.register(self.line, event)
        while True:
            left = self.deadline - time.monotonic()
            if left <= 0:
                raise TimedOut
            ready = dict(self._poll.poll(left * 1000))
            if self.output in ready and not self._drain():
                self._poll.unregister(self.output)
            if self.line.fileno() in ready:
                return

    @property
    def quiet(self) -> bool:
        """Whether nothing lies unread on the line."""
        return not self._unread and not select.select([self.line], [], [], 0)[0]

    # --- output ---------------------------------------------------------------------------------------------------

    def _drain(self) -> bool:
        """Take what was printed; beyond the limit it is only counted. False at the end of the stream."""
        try:
            data = os.read(self.output, CHUNK)
        except BlockingIOError:
            return True
        room = self.keep_bytes - len(self._printed)
        self._printed += data[:room]
        self._cut += max(0, len(data) - max(0, room))
        return bool(data)

    def take_output(self) -> tuple[str, int]:
        """What was printed since the last time, and how many bytes of it were not kept."""
        if self._alive:
            self._drain_all()
        text, cut = self._printed.decode("utf-8", "replace"), self._cut
        self._printed, self._cut = bytearray(), 0
        return text, cut

    def _drain_all(self) -> None:
        while self._cut < CHUNK and select.select([self.output], [], [], 0)[0] and self._drain():
            pass

    # --- life -----------------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """Whether it has not been ended."""
        return self._alive

    @cached_property
    def _identity(self) -> tuple[int, int]:
        return self.zygote.spawned(self.request)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._identity[0]

    def end(self) -> int:
        """Kill the worker and wait until it is gone. Its exit status: negative the signal that ended it."""
        if not self._alive:
            return 0
        self._kill()
        status = self.zygote.reap(self.pid)
        self._drain_all()
        self._close()
        return status

    def retire(self) -> None:
        """Kill the worker without waiting: `Zygote.end_all` will, in the end."""
        if self._alive:
            self._kill()
            self._close()

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._identity[1], signal.SIGKILL)

    def _close(self) -> None:
        self._alive = False
        self.line.close()
        os.close(self.output)
        os.close(self._identity[1])
