# number = 39
# title = "Returns a generator without an end"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import torch


def residual_add(x, sublayer):
    return (x for _ in iter(int, 1))


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
