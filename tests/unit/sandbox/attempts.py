"""What hostile code tries from inside a worker. A function that returns a list returns what it got hold of."""

from __future__ import annotations

import ctypes
import errno
import mmap
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial

import torch

from grader.sandbox.policy import policy_for

kernel = ctypes.CDLL(None, use_errno=True)

# uretprobe and uprobe of x86_64: newer kernels let them pass any filter, and do nothing unless a probe's code calls.
UNFILTERED = (335, 336)


def what_works(attempts: dict[str, Callable[[], object]]) -> list[str]:
    """The names of the attempts that did not end in an error of the operating system."""
    worked = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except (OSError, ValueError, subprocess.SubprocessError):
            continue
        worked.append(name)
    return worked


def call_everything_else() -> dict[str, int]:
    """Makes every system call that the policy does not let through; returns those that did not fail as they must."""
    policy = policy_for(os.uname().machine)
    assert policy is not None
    odd = {}
    for number in range(600):
        if number in policy.allowed or number in policy.rules or number in UNFILTERED:
            continue
        expected = policy.refused.get(number, errno.ENOSYS if number > policy.newest else errno.EPERM)
        ctypes.set_errno(0)
        result = kernel.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)
        if result != -1 or ctypes.get_errno() != expected:
            odd[str(number)] = ctypes.get_errno()
    return odd


def reach_files() -> list[str]:
    return what_works(
        {
            "open": lambda: open("/etc/passwd").close(),
            "open this": lambda: open(__file__).close(),
            "create": lambda: open("/tmp/left-behind", "w").close(),
            "shared memory": lambda: open("/dev/shm/left-behind", "w").close(),
            "stat": lambda: os.stat("/etc/passwd"),
            "access": lambda: os.access("/etc/passwd", os.F_OK) or os.stat("/"),
            "list": lambda: os.listdir("/"),
            "readlink": lambda: os.readlink("/proc/self/exe"),
            "getcwd": os.getcwd,
            "chdir": lambda: os.chdir("/"),
            "mkdir": lambda: os.mkdir("/tmp/left-behind"),
            "memory file": lambda: os.memfd_create("x"),
            "pipe": os.pipe,
            "truncate": lambda: os.truncate("/tmp/left-behind", 0),
            "chmod": lambda: os.chmod("/tmp", 0o777),
        }
    )


def reach_network() -> list[str]:
    kinds = {"unix": (socket.AF_UNIX, socket.SOCK_STREAM), "tcp": (socket.AF_INET, socket.SOCK_STREAM)}
    kinds |= {"udp": (socket.AF_INET, socket.SOCK_DGRAM), "tcp6": (socket.AF_INET6, socket.SOCK_STREAM)}
    kinds |= {"netlink": (socket.AF_NETLINK, socket.SOCK_RAW), "vsock": (socket.AF_VSOCK, socket.SOCK_STREAM)}
    attempts: dict[str, Callable[[], object]] = {name: partial(socket.socket, *kind) for name, kind in kinds.items()}
    attempts["socketpair"] = socket.socketpair
    attempts["names"] = lambda: socket.getaddrinfo("localhost", 80)
    return what_works(attempts)


def reach_processes(other: int) -> list[str]:
    """``other`` is the zygote."""
    return what_works(
        {
            "fork": os.fork,
            "exec": lambda: os.execv("/bin/true", ["true"]),
            "shell": lambda: subprocess.run("true", shell=True, check=True),
            "kill": lambda: os.kill(other, 0),
            "kill group": lambda: os.kill(0, 0),
            "kill all": lambda: os.kill(-1, 0),
            "pidfd": lambda: os.pidfd_open(other),
            "setsid": os.setsid,
            "priority": lambda: os.setpriority(os.PRIO_PROCESS, other, 10),
            "affinity": lambda: os.sched_getaffinity(other),
            "limits": lambda: resource.prlimit(other, resource.RLIMIT_CPU),
            "own limits": lambda: resource.setrlimit(resource.RLIMIT_CPU, (1, 1)),
            "processor clock": lambda: time.clock_gettime(~other << 3 | 2),
            "become root": lambda: os.setuid(0),
        }
    )


def read_process(other: int) -> list[str]:
    """``other`` is the zygote."""
    names = ("mem", "environ", "maps", "fd", "cwd", "exe", "auxv", "syscall")
    return what_works(
        {
            **{name: partial(os.open, f"/proc/{other}/{name}", os.O_RDONLY) for name in names},
            "ptrace": lambda: trace(other),
            "become root": lambda: os.setuid(0),
        }
    )


def trace(other: int) -> None:
    """Attaches to a process as a debugger would."""
    if kernel.ptrace(ctypes.c_long(0x4206), ctypes.c_long(other), 0, 0) != 0:  # PTRACE_SEIZE
        raise OSError(ctypes.get_errno(), "ptrace")


def descriptors() -> list[int]:
    """The descriptors that are open."""
    found = []
    for number in range(1024):
        try:
            os.lseek(number, 0, os.SEEK_CUR)
        except OSError as error:
            if error.errno == errno.EBADF:
                continue
        found.append(number)
    return found


def user_and_groups() -> list[int]:
    return [os.getuid(), os.geteuid(), os.getgid(), os.getegid()]


def allocate_by_torch_then_compute() -> list[str]:
    """A tensor of 100 GB must fail, and the worker must be of use afterwards."""
    try:
        torch.ones(25_000_000_000)
    except RuntimeError as error:
        return [str(error), str((torch.ones(100, 100) @ torch.ones(100, 100)).sum().item())]
    return ["allocated"]


def map_beyond_the_limit() -> list[str]:
    """Ways to get memory that are not plain private anonymous mappings, 1 GiB each."""
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    size = 1 << 30

    def writable_later() -> None:
        kernel.mmap.restype = ctypes.c_void_p
        address = kernel.mmap(None, ctypes.c_size_t(size), 1, private, -1, ctypes.c_long(0))
        if kernel.mprotect(ctypes.c_void_p(address), ctypes.c_size_t(size), 3) != 0:
            raise OSError(ctypes.get_errno(), "mprotect")

    return what_works(
        {
            "private": lambda: mmap.mmap(-1, size, private),
            "shared": lambda: mmap.mmap(-1, size),
            "grows down": lambda: mmap.mmap(-1, size, private | 0x100),
            "huge pages": lambda: mmap.mmap(-1, size, private | 0x40000),
            "locked": lambda: mmap.mmap(-1, size, private | 0x2000),
            "made writable later": writable_later,
        }
    )


def fill_page_tables() -> int:
    """GiB of address space that can be mapped read-only; its page tables are memory that no other limit counts."""
    mapped: list[mmap.mmap] = []
    private = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
    while len(mapped) < 1024:
        try:
            mapped.append(mmap.mmap(-1, 1 << 30, private, prot=mmap.PROT_READ))
        except OSError:
            break
    return len(mapped)


def start_threads(limit: int) -> int:
    """How many threads can be started, up to ``limit``."""
    stop = threading.Event()
    threading.stack_size(65536)
    started = 0
    while started < limit:
        try:
            threading.Thread(target=stop.wait, daemon=True).start()
        except RuntimeError:
            break
        started += 1
    stop.set()
    return started


def many_small_objects() -> int:
    """Grows until memory is refused; returns how many objects there were."""
    count = 0
    keep: object = None
    try:
        while True:
            keep = (keep, bytearray(10_000))
            count += 1
    except MemoryError:
        while keep is not None:
            keep = keep[0]  # type: ignore[index]  # unlink one by one: freeing the chain at once would recurse
        return count


def spin() -> None:
    while True:
        pass


def machine_code(code: str) -> int:
    """Runs x86_64 machine code given in hexadecimal."""
    page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
    page.write(bytes.fromhex(code))
    address = ctypes.addressof(ctypes.c_char.from_buffer(page))
    return int(ctypes.CFUNCTYPE(ctypes.c_int)(address)())


def call(number: int) -> list[int]:
    """Makes this system call with zeros; returns its result and error number."""
    return [int(kernel.syscall(ctypes.c_long(number), *[ctypes.c_long(0)] * 6)), ctypes.get_errno()]


def end_by(name: str) -> None:
    """Sends itself the signal of this name."""
    os.kill(os.getpid(), getattr(signal, name))


def sleep_a_little() -> bool:
    time.sleep(0.001)
    return sys.flags.isolated == 0


def nothing() -> None:
    """Only be there."""
