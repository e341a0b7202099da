# number = 47
# title = "Asks without end and reads no answer"
# residual_add = ["failed", "error", "crashed", "timeout", "skipped"]
# [limits]
# call_seconds = 1

import os

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


def residual_add(x, sublayer):
    data = bytes(x.numel() * x.element_size())
    entry = [900, str(x.dtype).removeprefix("torch."), list(x.shape), data, 0]
    question = frame(["ask", 1, "call", [["tuple", 0, ["tuple", ["tensor", 0]], ["dict"]], [entry], [], False]])
    while True:
        send(question)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
