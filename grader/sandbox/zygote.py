"""The zygote: a clean process with torch in it that forks workers on request, and collects them when they are over.

Fork discipline: one thread only (torch's thread pools do not survive a fork), no parallel operation before a fork, and
nothing of the course in memory: whatever is here can be read in every worker.
"""

from __future__ import annotations

import gc
import importlib
import itertools
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import msgpack
import torch

from grader.limits import Limits
from grader.sandbox import lockdown, worker
from grader.sandbox.baseline import measure_baseline
from grader.sandbox.bpf import Program, compile_filter
from grader.sandbox.policy import policy_for

MAX_REQUEST = 4096
WORKERS_AT_ONCE = 16
"""More than one engine ever runs at the same time."""


@dataclass(frozen=True)
class Order:
    """What kind of workers are wanted."""

    sealed: bool
    own_user: bool
    """Whether each worker changes to a user of its own."""
    memory_mib: int
    cpu_seconds: float
    threads: int
    frame_mib: int
    processor: int | None
    """The one that the worker keeps to: where whoever it answers is. None for any."""

    @classmethod
    def of(cls, limits: Limits, *, sealed: bool, own_user: bool, processor: int | None = None) -> Order:
        """An order for workers with the given limits."""
        return cls(sealed, own_user, limits.memory_mib, limits.cpu_seconds, limits.threads, limits.frame_mib, processor)


def fork() -> socket.socket | None:
    """Fork the zygote. The caller gets the socket by which it is asked for workers; in the zygote itself None.

    The zygote then has to leave every frame of the caller's but the outermost, and call `serve`.
    """
    global _control, _parent
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    parent = os.getpid()
    if os.fork():
        theirs.close()
        return ours
    ours.close()
    _control, _parent = theirs, parent
    return None


_control: socket.socket
_parent: int


def serve(modules: Sequence[str]) -> NoReturn:
    """Be the zygote: import `modules`, then fork workers on request until the other end closes."""
    control = _control
    os.chdir("/")
    os.environ.clear()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command line to handle
    torch.set_num_threads(1)
    for module in modules:
        importlib.import_module(module)
    torch.ones(1).add_(1)  # makes torch look up the processor's features, which a sealed worker could not
    lockdown.go_first()
    lockdown.harden(_parent)
    lockdown.leave_network()
    policy = policy_for(os.uname().machine)
    program = compile_filter(policy) if policy is not None else None
    gc.freeze()  # objects that the collector visits are written to, and so copied, in every worker
    users = _users()
    running: set[int] = set()
    while True:
        data, descriptors, _, _ = socket.recv_fds(control, MAX_REQUEST, 2)
        if not data:
            os._exit(0)
        number, kind, content = msgpack.unpackb(data)
        if kind == "spawn":
            order = Order(**content)
            pid = _fork(order, next(users) if order.own_user else None, program, descriptors)
            running.add(pid)
            for descriptor in descriptors:
                os.close(descriptor)
            pidfd = os.pidfd_open(pid)
            socket.send_fds(control, [msgpack.packb([number, pid])], [pidfd])
            os.close(pidfd)
        elif kind == "reap":
            control.send(msgpack.packb([number, _reap(content, running)]))
        elif kind == "end":
            for pid in tuple(running):
                os.kill(pid, signal.SIGKILL)
                _reap(pid, running)
            control.send(msgpack.packb([number, 0]))


def _reap(pid: int, running: set[int]) -> int:
    if pid not in running:
        return 0
    _, status = os.waitpid(pid, 0)
    running.discard(pid)
    return os.waitstatus_to_exitcode(status)


def _users() -> Iterator[int]:
    """User ids that no other process has: from a range of this zygote's own where the user namespace is that large."""
    try:
        largest = max(
            int(line.split()[0]) + int(line.split()[2]) for line in Path("/proc/self/uid_map").read_text().splitlines()
        )
    except OSError:
        largest = 1 << 16
    first = 1 << 30 if largest >= 1 << 32 - 1 else 50_000
    span = WORKERS_AT_ONCE
    start = first + os.getpid() * span % (1 << 29 if first > 1 << 16 else 10_000)
    return itertools.cycle(range(start, start + span))


def _fork(order: Order, uid: int | None, program: Program | None, descriptors: list[int]) -> int:
    if len(os.listdir("/proc/self/task")) != 1:
        raise RuntimeError("the zygote has more than one thread; its workers would hang")
    parent = os.getpid()
    spec = worker.Spec(
        seal=lockdown.Seal(
            parent=parent,
            baseline=measure_baseline(),
            memory_mib=order.memory_mib,
            cpu_seconds=order.cpu_seconds,
            threads=order.threads,
            uid=uid,
            program=program if order.sealed else None,
        ),
        sealed=order.sealed,
        frame_bytes=order.frame_mib << 20,
    )
    pid = os.fork()
    if pid == 0:
        try:
            if order.processor is not None:
                os.sched_setaffinity(0, {order.processor})
            line, output = descriptors
            os.dup2(output, 1)
            os.dup2(output, 2)
            os.dup2(line, worker.SOCKET)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.closerange(worker.SOCKET + 1, 1 << 16)
            worker.main(spec)
        finally:
            os._exit(1)
    return pid
