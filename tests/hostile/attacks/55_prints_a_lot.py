# number = 55
# title = "Prints 300 MB"
# residual_add = ["failed", "error", "timeout", "skipped"]
# may_pass = ["residual_add.pure"]

import os

import torch


def residual_add(x, sublayer):
    for _ in range(300):
        os.write(1, b"#" * (1 << 20))
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
