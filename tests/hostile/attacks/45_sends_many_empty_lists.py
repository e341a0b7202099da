# number = 45
# title = "Sends the most objects that fit into the largest message"
# residual_add = ["failed", "error", "crashed", "timeout", "skipped"]
# may_pass = ["residual_add.pure"]

import os

import torch


def send(data):
    while data:
        data = data[os.write(3, data) :]


def residual_add(x, sublayer):
    count = 30 << 20
    payload = bytes([0xDD]) + count.to_bytes(4, "big")
    send((len(payload) + count).to_bytes(4, "big") + payload)
    for _ in range(30):
        send(bytes([0x90]) * (1 << 20))
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
