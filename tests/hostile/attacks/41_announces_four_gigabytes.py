# number = 41
# title = "Announces a message of 4 GB"
# residual_add = ["failed", "error", "crashed", "timeout", "skipped"]
# may_pass = ["residual_add.pure"]
# [limits]
# call_seconds = 1

import os

import torch


def send(data):
    while data:
        data = data[os.write(3, data) :]


def residual_add(x, sublayer):
    send(bytes([255] * 4) + bytes(104))
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
