# number = 53
# title = "Starts processes in every way that Python has"
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


def grab(name, attempt):
    """Report what an attempt brought, unless it was refused."""
    try:
        leaked(f"{name}: {attempt()!r}"[:200])
    except (OSError, ValueError, AttributeError, ImportError, KeyError, RuntimeError):
        pass


def fork():
    if (child := os.fork()) == 0:
        os._exit(0)
    return child


def residual_add(x, sublayer):
    for _ in range(3):
        grab("fork", fork)
    if os.system("true") == 0:
        leaked("a shell")
    grab("exec", lambda: module("subprocess").run(["true"], check=True))
    grab("spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}))
    grab("multiprocessing", lambda: module("multiprocessing").get_context("fork").Process(target=print).start())
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
