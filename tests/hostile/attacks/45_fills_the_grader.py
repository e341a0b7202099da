# number = 45
# title = "Has the grader run the sublayer again and again on new tensors, which it may be keeping"
# residual_add = ["failed", "error", "crashed", "memory", "timeout", "skipped"]
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


def frame(message, bulk):
    """A message as it goes over the line, and the bulk data behind it."""
    payload = module("msgpack").packb(message)
    return len(payload).to_bytes(4, "big") + len(bulk).to_bytes(4, "big") + payload + bulk


def send(data):
    while data:
        data = data[os.write(3, data) :]


def receive(size):
    data = b""
    while len(data) < size:
        part = os.read(3, size - len(data))
        if not part:
            raise RuntimeError("the line is closed")
        data += part
    return data


def residual_add(x, sublayer):
    shape = [100_000, x.shape[-1]]
    data = bytes(shape[0] * shape[1] * x.element_size())
    named = module("msgpack").ExtType(1, len(data).to_bytes(4, "big"))
    kept = 0
    while kept < 1 << 30:
        entry = [1000 + kept, str(x.dtype).removeprefix("torch."), shape, named, 0]
        send(frame(["ask", 1, "call", [["tuple", 0, ["tuple", ["tensor", 0]], ["dict"]], [entry], [], False]], data))
        lengths = receive(8)
        reply = receive(int.from_bytes(lengths[:4], "big"))
        receive(int.from_bytes(lengths[4:], "big"))
        if b"done" not in reply[:40]:
            raise RuntimeError("the grader had enough")
        kept += len(data)
    leaked("the grader keeps 2 GiB for one call")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
