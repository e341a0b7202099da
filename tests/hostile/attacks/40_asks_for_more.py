# number = 40
# title = "Asks the grader for things that a worker has no business to ask for"
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


QUESTIONS = (
    ["load", [["tuple"], [], [], True]],
    ["get", [["tuple", ["your-object", 0], "__globals__"], [], [], True]],
    ["eval", [["tuple", "1+1"], [], [], True]],
    ["call", [["tuple", 10**6, ["tuple"], ["dict"]], [], [], True]],
    ["call", [["tuple", "os.system", ["tuple", "true"], ["dict"]], [], [], True]],
    ["vjp", [["tuple", -1, ["list"], True], [], [], True]],
)
calls = 0


def residual_add(x, sublayer):
    global calls
    operation, payload = QUESTIONS[calls % len(QUESTIONS)]
    calls += 1
    send(frame(["ask", 1, operation, payload]))
    reply = os.read(3, 1 << 16)
    if b"done" in reply[:40]:
        leaked(operation)
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
