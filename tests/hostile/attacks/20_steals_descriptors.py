# number = 20
# title = "Takes open descriptors out of other processes"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import os

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def module(name):
    """A module by whatever way works: by import, or where torch keeps it."""
    try:
        return __import__(name)
    except ImportError:
        return torch.sys.modules[name]


def residual_add(x, sublayer):
    c = module("ctypes").CDLL(None)
    for process in (os.getppid(), 1, os.getpid()):
        handle = c.syscall(434, process, 0)
        if handle >= 0:
            leaked(f"a handle on {process}")
            for descriptor in range(32):
                if c.syscall(438, handle, descriptor, 0) >= 0:
                    leaked(f"descriptor {descriptor} of {process}")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
