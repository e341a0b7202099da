# number = 7
# title = "Never returns"
# residual_add = ["timeout", "skipped"]
# [limits]
# call_seconds = 1

import torch


def residual_add(x, sublayer):
    while True:
        pass


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
