"""What a sealed worker may ask of the kernel and how much it may use, as data; nothing here touches the machine.

The worker has four descriptors (null, output, output, its socket) and can get no others but copies of these, so an
allowed call can only reach its own memory, its own threads, the clocks and those four.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from errno import EACCES, EINVAL, ENOENT, ENOMEM, ENOSYS, ENOTTY, EPERM
from math import ceil
from signal import SIGCHLD
from types import MappingProxyType

from grader.sandbox.syscalls import numbers

INT = 0xFFFF_FFFF
"""Mask of an argument that the kernel reads as a C int: its upper half is ignored there, so it is ignored here."""
LONG = 0xFFFF_FFFF_FFFF_FFFF
MIB = 1 << 20


class Own(Enum):
    """A number that is known only in the worker."""

    PID = "pid"


@dataclass(frozen=True)
class Test:
    """Holds when ``arguments[index] & mask`` is one of ``values``."""

    index: int
    mask: int
    values: tuple[int | Own, ...]


@dataclass(frozen=True)
class Rule:
    """The call is allowed when every test holds; else it fails with the error number ``otherwise``."""

    tests: tuple[Test, ...]
    otherwise: int = EPERM


@dataclass(frozen=True)
class Policy:
    """The calls of one machine: everything that is not named fails with EPERM, everything newer with ENOSYS."""

    machine: str
    audit_arch: int
    foreign: int | None
    """First number of a second calling convention (x32) that shares the audit architecture, if there is one."""
    allowed: tuple[int, ...]
    rules: Mapping[int, Rule]
    refused: Mapping[int, int]
    """Calls that fail with another error number than EPERM."""
    newest: int = 450
    """The last number that was looked at when this policy was written."""


# The often used first: the filter compares in this order.
_ALLOWED = (
    "read write brk munmap mprotect mremap sched_yield getpid gettid getrandom getcpu close fstat lseek writev "
    "dup dup2 dup3 poll ppoll select pselect6 nanosleep gettimeofday time times getrusage getrlimit sysinfo uname "
    "rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall set_robust_list set_tid_address rseq "
    "getuid geteuid getgid getegid getppid exit exit_group"
)
ALLOWED = tuple(_ALLOWED.split())

# mmap: private and anonymous, so RLIMIT_DATA counts it. It would not count a shared mapping, nor one that grows down.
MAP_KIND = 0x0F | 0x20 | 0x100 | 0x2000 | 0x40000 | LONG - INT  # type, ANONYMOUS, GROWSDOWN, LOCKED, HUGETLB, unknown
MAP_PRIVATE_ANONYMOUS = 0x22
# clone: the one set of flags with which glibc starts a thread; anything else would be a process or a namespace.
THREAD_FLAGS = 0x3D0F00
# futex: wait, wake, requeue, wake-op and their bitset forms; not the priority-inheriting ones. 128 and 256 are options.
FUTEX_OPTIONS = 128 | 256
# The clocks of the machine and of the caller; negative ids are the processor clocks of other processes.
CLOCKS = Test(0, INT - 7, (0,))

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        "futex": Rule((Test(1, INT - FUTEX_OPTIONS, (0, 1, 3, 4, 5, 9, 10)),), ENOSYS),
        "mmap": Rule((Test(3, MAP_KIND, (MAP_PRIVATE_ANONYMOUS,)),), ENOMEM),
        "madvise": Rule((Test(2, INT, (4, 8, 14, 15)),), EINVAL),  # DONTNEED, FREE, HUGEPAGE, NOHUGEPAGE
        "clock_gettime": Rule((CLOCKS,), EINVAL),
        "clock_getres": Rule((CLOCKS,), EINVAL),
        "clock_nanosleep": Rule((CLOCKS,), EINVAL),
        "clone": Rule((Test(0, LONG, (THREAD_FLAGS,)),)),
        "kill": Rule((Test(0, INT, (Own.PID,)),)),
        "tgkill": Rule((Test(0, INT, (Own.PID,)),)),
        "sched_getaffinity": Rule((Test(0, INT, (0, Own.PID)),)),
        "prlimit64": Rule((Test(0, INT, (0,)), Test(2, LONG, (0,)))),  # ask for its own limits, change none
        "prctl": Rule((Test(0, INT, (15, 16)),)),  # SET_NAME, GET_NAME
        "fcntl": Rule((Test(1, INT, (0, 1, 2, 3, 1030)),), EINVAL),  # DUPFD, GETFD, SETFD, GETFL, DUPFD_CLOEXEC
    }
)

REFUSED: Mapping[str, int] = MappingProxyType(
    {
        "ioctl": ENOTTY,  # what the four descriptors would say anyway
        "clone3": ENOSYS,  # its flags are out of a filter's sight; on ENOSYS glibc goes back to clone
        "open": EACCES,
        "openat": EACCES,
        "getcwd": ENOENT,
    }
)

# What the worker tries once sealed. Each would succeed, or fail with another number, if the filter were not there.
AT_FDCWD = -100
PROBES: tuple[tuple[str, tuple[int | bytes, ...], int], ...] = (
    ("openat", (AT_FDCWD, b"/", 0, 0), EACCES),
    ("newfstatat", (AT_FDCWD, b"/", 0, 0), EPERM),
    ("socket", (1, 1, 0), EPERM),
    ("memfd_create", (b"", 0), EPERM),
    ("kill", (0, 0), EPERM),
    ("execve", (b"/", 0, 0), EPERM),
    ("clone3", (0, 0), ENOSYS),
    ("clone", (int(SIGCHLD), 0, 0, 0, 0), EPERM),
)

_MACHINES: Mapping[str, tuple[int, int | None]] = MappingProxyType(
    {"x86_64": (0xC000_003E, 0x4000_0000), "aarch64": (0xC000_00B7, None)}
)


def policy_for(machine: str) -> Policy | None:
    """The policy for ``machine`` (as ``platform.machine()`` names it), or None where there is none."""
    if machine not in _MACHINES:
        return None
    audit_arch, foreign = _MACHINES[machine]
    number = numbers(machine)
    return Policy(
        machine,
        audit_arch,
        foreign,
        tuple(number[name] for name in ALLOWED if name in number),
        MappingProxyType({number[name]: rule for name, rule in RULES.items()}),
        MappingProxyType({number[name]: error for name, error in REFUSED.items() if name in number}),
    )


@dataclass(frozen=True)
class Baseline:
    """What the zygote has at the moment of a fork, and so each worker from the start."""

    data_bytes: int
    """Private writable memory (VmData), which is what RLIMIT_DATA counts."""
    address_bytes: int
    """Address space (VmSize)."""
    user_tasks: int
    """Threads of all processes of this user, which is what RLIMIT_NPROC counts."""


ARENA = 136 * MIB
"""Address space that glibc sets aside for a thread: an allocation arena and a stack."""
OTHER_TASKS = 4096
"""How many threads this user's other programs may start meanwhile before a worker's threads are refused."""


def resource_limits(
    baseline: Baseline, memory_mib: int, cpu_seconds: float, threads: int, counted_alone: bool
) -> dict[str, tuple[int, int]]:
    """Soft and hard value of each resource limit, by its name in the ``resource`` module.

    ``counted_alone`` says that RLIMIT_NPROC counts only the worker's threads, since it has a user or a user namespace
    to itself. Else all that the user runs is counted, and it can only keep a flood from taking the whole machine.
    """
    memory = memory_mib * MIB
    cpu = max(1, ceil(cpu_seconds))
    data = baseline.data_bytes + memory
    address = baseline.address_bytes + memory + threads * ARENA  # bounds page tables: a 512th part of this
    tasks = threads if counted_alone else baseline.user_tasks + threads + OTHER_TASKS
    return {
        "RLIMIT_DATA": (data, data),
        "RLIMIT_AS": (address, address),
        "RLIMIT_STACK": (8 * MIB, 8 * MIB),
        "RLIMIT_CPU": (cpu, cpu + 1),
        "RLIMIT_NPROC": (tasks, tasks),
        "RLIMIT_NOFILE": (32, 32),
        "RLIMIT_SIGPENDING": (64, 64),
        "RLIMIT_FSIZE": (0, 0),
        "RLIMIT_CORE": (0, 0),
        "RLIMIT_MEMLOCK": (0, 0),
        "RLIMIT_MSGQUEUE": (0, 0),
    }


@dataclass(frozen=True)
class Ruleset:
    """Landlock rights to take away, as the three words of ``struct landlock_ruleset_attr``."""

    files: int
    network: int
    scopes: int
    size: int
    """Bytes of the struct that this version of the kernel interface knows."""


def landlock_ruleset(abi: int) -> Ruleset | None:
    """All that Landlock of version ``abi`` can take away; a worker gets nothing back. None without Landlock."""
    if abi < 1:
        return None
    bits = {1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16)
    network = 0b11 if abi >= 4 else 0  # bind and connect by TCP
    scopes = 0b11 if abi >= 6 else 0  # abstract Unix sockets, signals
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    return Ruleset((1 << bits) - 1, network, scopes, size)
