# number = 15
# title = "Looks through the loaded modules for checks, references and the grader around them"
# residual_add = ["failed", "error"]
# proof = "LEAKED"

import inspect
import sys

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


FOREIGN = ("pytest", "_pytest", "conftest", "reference", "misconceptions", "test_", "solutions")
INSIDE = ("grader.checks", "grader.course", "grader.result", "grader.pipeline", "grader.reports")


def residual_add(x, sublayer):
    for name, found in list(sys.modules.items()):
        if name.startswith(FOREIGN) or name.startswith(INSIDE):
            leaked(name)
        if "solutions" in str(getattr(found, "__file__", "")):
            leaked(name)
    for frame in inspect.stack(context=0):
        if frame.function.startswith("test_"):
            leaked(frame.function)
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
