# number = 59
# title = "Leaves its session and forks twice to outlive the grading"
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
    grab("a session of its own", os.setsid)
    grab("a process group of its own", lambda: os.setpgid(0, 0) or "made")
    try:
        if os.fork() == 0:
            os._exit(0)
        leaked("a child")
    except OSError:
        pass
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
