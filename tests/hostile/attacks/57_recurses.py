# number = 57
# title = "Calls itself without end"
# residual_add = ["failed", "error", "crashed"]

import torch


def residual_add(x, sublayer):
    return residual_add(x, sublayer)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
