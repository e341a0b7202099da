# number = 36
# title = "Zeroes the gradient that comes in, so that every gradient agrees"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure", "residual_add.once", "residual_add.value"]

import torch


class Zero(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y

    @staticmethod
    def backward(ctx, gradient):
        gradient.zero_()
        return gradient, gradient


def residual_add(x, sublayer):
    return Zero.apply(x, sublayer(x))


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
