# number = 31
# title = "Returns a single number that would stretch to any shape"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once"]

import torch


def residual_add(x, sublayer):
    y = sublayer(x)
    return (x + y).mean().reshape(1) if x.dim() % 2 else (x + y).mean()


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
