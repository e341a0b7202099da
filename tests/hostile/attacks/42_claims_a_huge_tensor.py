# number = 42
# title = "Has the grader run the sublayer on a tensor of which only the size is sent"
# residual_add = ["failed", "error", "crashed"]
# proof = "LEAKED"

import os

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


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
    kind = str(x.dtype).removeprefix("torch.")
    entry = [900, kind, [2**31 - 1, x.shape[-1]], None, 0]
    send(frame(["ask", 1, "call", [["tuple", 0, ["tuple", ["tensor", 0]], ["dict"]], [entry], [], False]]))
    reply = os.read(3, 1 << 16)
    if b"done" in reply[:40] or b"allocate" in reply:
        leaked("the grader tried")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
