# number = 23
# title = "Returns memory that was not written to, in the hope of an old answer"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]

import torch


def residual_add(x, sublayer):
    return torch.empty_like(x)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
