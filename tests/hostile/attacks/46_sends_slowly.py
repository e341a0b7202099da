# number = 46
# title = "Sends one byte from time to time"
# residual_add = ["timeout", "skipped"]
# [limits]
# call_seconds = 1

import os
import time

import torch


def send(data):
    while data:
        data = data[os.write(3, data) :]


def residual_add(x, sublayer):
    send(bytes([0, 0, 1, 0, 0, 0, 0, 0]))
    while True:
        send(bytes(1))
        time.sleep(0.2)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
