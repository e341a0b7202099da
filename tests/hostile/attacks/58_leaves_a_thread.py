# number = 58
# title = "Leaves a thread behind that changes the other functions"
# residual_add = ["failed", "error"]
# may_pass = ["residual_add.pure"]

import threading
import time

import torch


def spoil():
    while True:
        globals()["chain_gradient"] = globals()["zero_case_output"] = lambda *args: None
        time.sleep(0.001)


def residual_add(x, sublayer):
    threading.Thread(target=spoil, daemon=True).start()
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
