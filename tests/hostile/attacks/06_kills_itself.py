# number = 6
# title = "Sends itself SIGKILL"
# residual_add = ["crashed", "skipped"]

import os

import torch


def residual_add(x, sublayer):
    os.kill(os.getpid(), 9)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
