# number = 66
# title = "Makes a system call by the x32 convention"
# residual_add = ["crashed", "skipped"]
# proof = "LEAKED"
# machine = "x86_64"

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
    leaked(module("ctypes").CDLL(None).syscall(0x40000000 | 39))


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
