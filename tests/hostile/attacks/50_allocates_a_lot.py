# number = 50
# title = "Makes a tensor of 100 GB"
# residual_add = ["memory", "error", "failed"]

import torch


def residual_add(x, sublayer):
    return torch.empty(25_000_000_000)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
