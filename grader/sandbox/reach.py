"""Finds out how far this machine lets a worker be sealed, without sealing anything."""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.sandbox.bpf import KILL
from grader.sandbox.policy import policy_for
from grader.sandbox.syscalls import MACHINES, numbers

Level = Literal["sealed", "process"]

SECCOMP_GET_ACTION_AVAIL = 2
LANDLOCK_CREATE_RULESET_VERSION = 1
CAP_SETGID, CAP_SETUID, CAP_SYS_ADMIN = 6, 7, 21


@dataclass(frozen=True)
class Reach:
    """What this machine offers."""

    level: Level
    """The level that workers reach here."""
    landlock: int
    """Version of the Landlock interface; 0 without Landlock."""
    other_users: bool
    """Whether workers can be given user ids of their own."""
    namespaces: bool
    """Whether the zygote can leave the machine's network."""
    missing: tuple[str, ...]
    """Why the level is not ``sealed``, or which of the additional layers are not there; one sentence each."""


def available() -> Reach:
    """What this machine offers, as far as can be told without trying; the worker's own probe has the last word."""
    if sys.platform != "linux":
        return _process_only("Sealing needs Linux; run the grader in a Linux container to record grades.")
    machine = os.uname().machine
    if policy_for(machine) is None or sys.maxsize < 1 << 32:
        return _process_only(f"Sealing is not supported on {machine}, only on 64-bit {' and '.join(MACHINES)}.")
    number, kernel = numbers(machine), ctypes.CDLL(None, use_errno=True)
    kill = ctypes.c_uint32(KILL)
    if kernel.syscall(number["seccomp"], SECCOMP_GET_ACTION_AVAIL, 0, ctypes.byref(kill)) != 0:
        return _process_only("The kernel, or the container around the grader, does not offer seccomp filters.")
    landlock = max(0, kernel.syscall(number["landlock_create_ruleset"], 0, 0, LANDLOCK_CREATE_RULESET_VERSION))
    capabilities = _capabilities()
    other_users = {CAP_SETGID, CAP_SETUID} <= capabilities
    namespaces = CAP_SYS_ADMIN in capabilities
    missing = []
    if not landlock:
        missing.append("Landlock is not offered by the kernel: one layer less.")
    if not other_users:
        missing.append("The grader cannot change user: workers run as the same user, kept apart by the filter.")
    if not namespaces:
        missing.append("The grader cannot make namespaces: the network is closed by the filter alone.")
    return Reach("sealed", landlock, other_users, namespaces, tuple(missing))


def _process_only(why: str) -> Reach:
    return Reach("process", 0, False, False, (why,))


def _capabilities() -> set[int]:
    """The capabilities in effect, by number."""
    lines = Path("/proc/self/status").read_text().splitlines()
    mask = next(int(line.split()[1], 16) for line in lines if line.startswith("CapEff:"))
    return {bit for bit in range(64) if mask >> bit & 1}
