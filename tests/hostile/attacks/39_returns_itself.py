# number = 39
# title = "Returns a dictionary and a list that contain themselves"
# residual_add = ["failed", "error", "crashed"]
# may_pass = ["residual_add.pure"]

import torch

calls = 0


def residual_add(x, sublayer):
    global calls
    calls += 1
    a, b = {}, []
    a["a"] = a
    b.append(b)
    return a if calls % 2 else b


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
