# number = 39
# title = "Returns an integer with too many digits to print"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import torch


def residual_add(x, sublayer):
    return 10**19_000


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
