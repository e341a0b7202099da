# number = 43
# title = "Sends unknown dtypes, pickles, extension types and timestamps"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import os
import sys

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


PICKLE = b"cos\nsystem\n(S'true'\ntR."
calls = 0


def request_number():
    """The number of the request that is being answered, from the frames of the worker's own code."""
    at = sys._getframe()
    while at is not None:
        if at.f_code.co_name == "serve" and isinstance(at.f_locals.get("number"), int):
            return at.f_locals["number"]
        at = at.f_back
    return 1


def residual_add(x, sublayer):
    global calls
    calls += 1
    msgpack = module("msgpack")
    results = (
        [["tensor", 0], [[0, "object", [1], PICKLE, 0]], [], None],
        [["pickle", PICKLE], [], [], None],
        [["copy", 0, PICKLE], [], [], None],
        [msgpack.ExtType(4, PICKLE), [], [], None],
        [msgpack.Timestamp(1, 1), [], [], None],
        [["int", "__import__('os')"], [], [], None],
        {"tensor": 0},
    )
    send(frame(["tell", request_number(), "done", results[calls % len(results)]]))
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
