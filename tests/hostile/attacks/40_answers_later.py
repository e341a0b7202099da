# number = 40
# title = "Leaves a thread behind that answers whatever is asked next"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import os
import threading
import time

import torch


def module(name):
    """A module by whatever way works: by import, or where torch keeps it."""
    try:
        return __import__(name)
    except ImportError:
        return torch.sys.modules[name]


def frame(message):
    """A message as it goes over the line."""
    payload = module("msgpack").packb(message)
    return len(payload).to_bytes(4, "big") + bytes(4) + payload


def send(data):
    while data:
        data = data[os.write(3, data) :]


def answer_everything():
    for number in range(1, 400):
        send(frame(["tell", number, "done", [None, [], [], None]]))
        time.sleep(0.005)


def residual_add(x, sublayer):
    threading.Thread(target=answer_everything, daemon=True).start()
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
