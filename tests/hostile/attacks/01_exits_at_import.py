# number = 1
# title = "Leaves while the file is being loaded"
# residual_add = ["failed", "error", "crashed", "timeout", "skipped"]
# others = ["failed", "error", "crashed", "timeout", "skipped"]

import sys

sys.exit(0)

import torch


def residual_add(x, sublayer):
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
