# number = 9
# title = "Hangs inside C code, where no other Python thread can run"
# residual_add = ["timeout", "skipped"]
# [limits]
# call_seconds = 1

import re

import torch


def residual_add(x, sublayer):
    return re.match("(a+)+$", "a" * 60 + "b")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
