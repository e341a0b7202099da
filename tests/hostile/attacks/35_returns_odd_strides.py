# number = 35
# title = "Returns views with zero and negative strides and wrong values"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once"]

import torch

calls = 0


def residual_add(x, sublayer):
    global calls
    calls += 1
    y = x + sublayer(x)
    return y[:, :1].expand(x.shape) if calls % 2 else torch._neg_view(y)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
