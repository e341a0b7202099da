# number = 32
# title = "Returns the right numbers in the other precision"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once", "residual_add.gradients"]

import torch


def residual_add(x, sublayer):
    y = x + sublayer(x)
    return y.float() if y.dtype == torch.float64 else y.double()


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
