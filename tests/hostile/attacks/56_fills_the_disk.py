# number = 56
# title = "Writes files wherever one might be written"
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


def write(path):
    with open(path, "wb") as file:
        return file.write(bytes(1))


def residual_add(x, sublayer):
    for folder in ("/tmp", "/dev/shm", "/var/tmp", "/run", "/", ".", os.path.dirname(torch.__file__)):
        grab(folder, lambda: write(f"{folder}/left-behind-by-56"))
        grab(folder, lambda: os.mkdir(f"{folder}/left-behind-by-56"))
    grab("temporary file", lambda: module("tempfile").TemporaryFile())
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
