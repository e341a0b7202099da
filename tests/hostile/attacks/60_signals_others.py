# number = 60
# title = "Tries whether other processes could be killed (it sends signal 0, which kills nobody)"
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
    near = range(max(2, os.getppid() - 5), os.getpid())
    for target in (0, -1, 1, os.getppid(), -os.getppid(), *near):
        try:
            os.kill(target, 0)
            leaked(f"could kill {target}")
        except OSError:
            pass
        if target > 0 and c.syscall(234, target, target, 0) == 0:
            leaked(f"could kill a thread of {target}")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
