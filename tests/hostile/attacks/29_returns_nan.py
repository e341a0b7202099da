# number = 29
# title = "Returns NaN everywhere"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once"]

import torch


def residual_add(x, sublayer):
    return (x + sublayer(x)) * float("nan")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
