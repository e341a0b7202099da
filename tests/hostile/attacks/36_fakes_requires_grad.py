# number = 36
# title = "Returns detached values that claim to have a gradient"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once", "residual_add.value"]

import torch


def residual_add(x, sublayer):
    return (x + sublayer(x)).detach().requires_grad_()


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
