# number = 44
# title = "Sends a message of a hundred thousand nested lists"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import os

import torch


def send(data):
    while data:
        data = data[os.write(3, data) :]


def residual_add(x, sublayer):
    payload = bytes([0x91]) * 100_000 + bytes([0xC0])
    send(len(payload).to_bytes(4, "big") + bytes(4) + payload)
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
