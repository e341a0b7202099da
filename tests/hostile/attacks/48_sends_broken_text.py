# number = 48
# title = "Raises and prints text that is not text"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import os

import torch


def send(data):
    while data:
        data = data[os.write(3, data) :]


calls = 0


class Nameless(type):
    __name__ = 7


class Odd(Exception, metaclass=Nameless):
    pass


def residual_add(x, sublayer):
    global calls
    calls += 1
    os.write(1, bytes([0, 255, 254, 0x80, 10]))
    if calls % 3 == 0:
        raise Odd("odd")
    if calls % 3 == 1:
        raise RuntimeError(chr(0xDC80) + chr(0) + chr(0xD800) + chr(0xFFFE) + "x" * 1_000_000)
    broken = bytes([0x94, 0xA2, 0xFF, 0xFE, 1, 0xA1, 0xFF, 0xC0])
    send(len(broken).to_bytes(4, "big") + bytes(4) + broken)
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
