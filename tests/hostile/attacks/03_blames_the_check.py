# number = 3
# title = "Claims that its exception came from the check"
# residual_add = ["failed", "error"]

import torch


def residual_add(x, sublayer):
    error = RuntimeError("the check is broken")
    error.raised_by_check = True
    error.within_check = True
    raise error


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
