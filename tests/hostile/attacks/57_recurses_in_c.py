# number = 57
# title = "Nests calls so deeply that the C stack overflows"
# residual_add = ["crashed", "error", "failed", "memory", "skipped", "timeout"]

import sys

import torch


def residual_add(x, sublayer):
    sys.setrecursionlimit(10**9)
    nested = []
    for _ in range(1_000_000):
        nested = [nested]
    return repr(nested)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
