"""Real workers for the tests: a real zygote forks them, and a real client talks to them."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from grader.errors import EngineFault
from grader.limits import Limits
from grader.sandbox.client import Client
from grader.sandbox.clock import Clock
from grader.sandbox.faults import StudentFault
from grader.sandbox.process import Process, Zygote
from grader.sandbox.reach import available
from grader.sandbox.zygote import Order

HERE = Path(__file__).parent
MODULES = ("math", "typing", "torch._dynamo", "torch._decomp.decompositions_for_jvp", "numpy.random")
DEFAULT = Limits()
LEVELS = ("process", *(["sealed"] if available().level == "sealed" else []))


class OwnZygote(Zygote):
    """A zygote that was started for the tests alone."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-B", HERE / "own_zygote.py", str(theirs.fileno()), *MODULES],
                pass_fds=[theirs.fileno()],
                env={"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE.parents[2]), "OMP_NUM_THREADS": "1"},
            )
        super().__init__(ours)
        self._socket = ours
        for _ in range(6):  # importing torch takes long on a busy machine
            with suppress(EngineFault):
                self.reap(0)
                break

    def close(self) -> None:
        """End it and its workers."""
        self._socket.close()
        self.process.wait()


class Worker(Client):
    """A worker with a student's file in it, that can be called by name."""

    def __init__(
        self,
        zygote: Zygote,
        source: str,
        *,
        level: str = "process",
        limits: Limits = DEFAULT,
        helpers: tuple[tuple[str, str], ...] = (),
        toolbox: str | None = None,
    ) -> None:
        order = Order.of(limits, sealed=level == "sealed", own_user=available().other_users)
        self.process: Process = zygote.spawn(order)
        super().__init__(self.process, Clock(limits))
        self.load([["ex3.py", dedent(source)]], [list(helper) for helper in helpers], toolbox, seed=1)
        loaded = self.loaded()
        self.layers, self.problems, self.names = loaded.layers, loaded.problems, list(loaded.names)

    def name(self, name: str) -> Any:
        """The object of this name."""
        return self.ask("name", name)

    def call(self, name: str, *args: Any, **kwargs: Any) -> Any:
        """Call the function of this name."""
        return self.ask("call-name", name, args, kwargs)

    @property
    def printed(self) -> str:
        """What was printed since the last time."""
        return self.take_output()[0]


def fault(use: Callable[[], Any]) -> StudentFault:
    """The fault that comes of it."""
    with pytest.raises(StudentFault) as caught:
        use()
    return caught.value


def is_gone(pid: int, within: float = 10.0) -> bool:
    """Whether the process ends within so many seconds; a zombie has ended."""
    end = time.monotonic() + within
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state in "ZX":
            return True
        time.sleep(0.01)
    return False
