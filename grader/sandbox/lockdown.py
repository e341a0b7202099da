"""Takes away from a process what student code must not have. The policy says what; here it is enforced, by ctypes.

The order matters and is explained where it does. Nothing here can be undone by the process that called it.
"""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from grader.errors import EngineFault
from grader.sandbox.bpf import Program
from grader.sandbox.policy import PROBES, Baseline, landlock_ruleset, resource_limits
from grader.sandbox.reach import LANDLOCK_CREATE_RULESET_VERSION
from grader.sandbox.syscalls import numbers

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC = 1, 1
CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x4000_0000
CAPABILITY_VERSION_3 = 0x2008_0522

_kernel = ctypes.CDLL(None, use_errno=True)


class SealBroken(EngineFault):
    """A worker could not be locked down; it must not be given anything to run."""


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))


@dataclass(frozen=True)
class Seal:
    """How one worker is to be locked down."""

    parent: int
    """Process id of the zygote; the worker dies with it."""
    baseline: Baseline
    memory_mib: int
    cpu_seconds: float
    threads: int
    uid: int | None = None
    """User and group id to change to, which no other running process has; None to stay the same user."""
    program: Program | None = None
    """The compiled policy; None for level ``process``."""


def harden(parent: int | None = None) -> None:
    """Closes this trusted process's memory, environment and descriptors to others, and ends it with its parent.

    ``parent`` is the expected parent; the process ends at once if that one is gone already.
    """
    if sys.platform != "linux":
        return
    _prctl(PR_SET_DUMPABLE, 0)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def leave_network() -> tuple[str, ...]:
    """Moves this process, and so its later children, off the machine's network where the kernel permits.

    Returns the layer reached, if any. The zygote calls it once: a network of its own for each worker would add nothing,
    since no worker has a socket but the one to the grader.
    """
    if sys.platform != "linux" or _kernel.unshare(CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS) != 0:
        return ()
    name = b"worker"
    _kernel.sethostname(name, len(name))
    return ("network",)


def go_first() -> None:
    """Makes this process and its later children the first to end when the machine runs out of memory.

    Called before ``harden``, after which a normal user may no longer write here.
    """
    if sys.platform == "linux":
        Path("/proc/self/oom_score_adj").write_text("1000")


def confine(spec: Seal) -> tuple[str, ...]:
    """Applies limits, user and process flags: all of level ``process``. Returns the layers reached.

    Called in a freshly forked process with one thread.
    """
    layers: tuple[str, ...] = ("limits",)
    try:
        apart = spec.uid is None and _enter_user_namespace()
        _limit(spec, counted_alone=apart or spec.uid is not None)
        if apart:
            layers += ("user namespace",)
        if spec.uid is not None:
            _become(spec.uid)
            layers += ("user",)
        if sys.platform == "linux":
            _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # a change of user clears it, so not before
            _prctl(PR_SET_NO_NEW_PRIVS, 1)
            _drop_capabilities()
            _prctl(PR_SET_DUMPABLE, 0)
    except OSError as error:
        raise SealBroken(f"A worker could not be confined: {error}.") from error
    if os.getppid() != spec.parent:
        raise SealBroken("A worker outlived the process that started it.")
    return layers


def seal(spec: Seal) -> tuple[str, ...]:
    """Applies all of ``confine`` and then Landlock, where there is one, and the filter. Returns the layers reached.

    Called in a freshly forked process with one thread, whose descriptors are arranged. Afterwards no module can be
    imported and no file opened.
    """
    if spec.program is None:
        raise SealBroken("A worker cannot be sealed without a policy.")
    layers = confine(spec)
    number = numbers(os.uname().machine)
    if _apply_landlock(number):
        layers += ("landlock",)
    code = spec.program.for_process(os.getpid())
    program = _Filter(len(spec.program), code)
    arguments = (SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, ctypes.byref(program))
    if _kernel.syscall(number["seccomp"], *arguments) != 0:
        raise SealBroken(f"The kernel refused the filter: {os.strerror(ctypes.get_errno())}.")
    return (*layers, "seccomp")


def probe() -> None:
    """Tries what a sealed worker must not be able to do.

    Raises SealBroken, naming the calls, unless each fails exactly as the filter makes it fail.
    """
    number = numbers(os.uname().machine)
    broken = []
    for name, arguments, expected in PROBES:
        typed = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
        result = _kernel.syscall(ctypes.c_long(number[name]), *typed)
        if name == "clone" and result == 0:  # this is the child that must not exist
            os._exit(0)
        if result != -1 or ctypes.get_errno() != expected:
            broken.append(name)
    if broken:
        raise SealBroken(f"A sealed worker could still call {', '.join(broken)}.")


def _enter_user_namespace() -> bool:
    """Has the kernel count this process's threads apart from all else that its user runs. Must precede the limits.

    Kernels before 5.14 count a user's threads together in all namespaces.
    """
    release = re.match(r"(\d+)\.(\d+)", os.uname().release)
    if sys.platform != "linux" or release is None or (int(release[1]), int(release[2])) < (5, 14):
        return False
    return bool(_kernel.unshare(CLONE_NEWUSER) == 0)


def _limit(spec: Seal, *, counted_alone: bool) -> None:
    wanted = resource_limits(
        spec.baseline, spec.memory_mib, spec.cpu_seconds, spec.threads, counted_alone=counted_alone
    )
    for name, (soft, hard) in wanted.items():
        if (kind := getattr(resource, name, None)) is None:  # not on this system
            continue
        ceiling = resource.getrlimit(kind)[1]
        if ceiling != resource.RLIM_INFINITY:
            soft, hard = min(soft, ceiling), min(hard, ceiling)
        resource.setrlimit(kind, (soft, hard))


def _become(uid: int) -> None:
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def _drop_capabilities() -> None:
    """For a root that cannot change user; after a change of user there are none left."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if _kernel.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset failed")


def _apply_landlock(number: dict[str, int]) -> bool:
    """Takes away every right that Landlock knows. False where it is not there."""
    create = number["landlock_create_ruleset"]
    ruleset = landlock_ruleset(_kernel.syscall(create, None, 0, LANDLOCK_CREATE_RULESET_VERSION))
    if ruleset is None:
        return False
    words = (ctypes.c_uint64 * 3)(ruleset.files, ruleset.network, ruleset.scopes)
    descriptor = _kernel.syscall(create, ctypes.byref(words), ctypes.c_size_t(ruleset.size), 0)
    if descriptor < 0:
        return False
    restricted: bool = _kernel.syscall(number["landlock_restrict_self"], descriptor, 0) == 0
    os.close(descriptor)
    return restricted


def _prctl(option: int, value: int) -> None:
    if _kernel.prctl(option, ctypes.c_ulong(value), *[ctypes.c_ulong(0)] * 3) != 0:
        raise OSError(ctypes.get_errno(), f"prctl({option}, {value}) failed")
