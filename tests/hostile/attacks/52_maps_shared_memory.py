# number = 52
# title = "Maps memory of the kinds that a limit on data does not count"
# residual_add = ["failed", "error"]
# proof = "LEAKED"
# [limits]
# memory_mib = 256

import mmap

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def module(name):
    """A module by whatever way works: by import, or where torch keeps it."""
    try:
        return __import__(name)
    except ImportError:
        return torch.sys.modules[name]


def grab(name, attempt):
    """Report what an attempt brought, unless it was refused."""
    try:
        leaked(f"{name}: {attempt()!r}"[:200])
    except (OSError, ValueError, AttributeError, ImportError, KeyError, RuntimeError):
        pass


SIZE = 400 << 20
KINDS = (0x01, 0x02 | 0x100, 0x02 | 0x40000, 0x02 | 0x2000, 0x03)  # shared, growing down, huge pages, locked, validated


def residual_add(x, sublayer):
    for kind in KINDS:
        grab(hex(kind), lambda: len(mmap.mmap(-1, SIZE, kind | 0x20)))
    c = module("ctypes").CDLL(None)
    if c.syscall(319, b"m", 0) >= 0:
        leaked("a file in memory")
    if c.shmget(0, SIZE, 0o1600) >= 0:
        leaked("System V shared memory")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
