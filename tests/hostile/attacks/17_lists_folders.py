# number = 17
# title = "Lists the folders of the grader and of the machine"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import glob
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
    for path in (".", "/", "/proc", "/tmp", "/root", "/home", os.path.dirname(torch.__file__)):
        grab(path, lambda: os.listdir(path))
        grab(path, lambda: [entry.name for entry in os.scandir(path)])
        grab(path, lambda: os.stat(path))
        grab(path, lambda: os.open(path, os.O_PATH))
        if found := glob.glob(f"{path}/*"):
            leaked(found[:3])
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
