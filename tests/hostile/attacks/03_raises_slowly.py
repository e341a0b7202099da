# number = 3
# title = "Raises an exception whose text never ends"
# residual_add = ["failed", "error", "timeout", "skipped"]
# [limits]
# call_seconds = 1

import torch


class Slow(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def residual_add(x, sublayer):
    raise Slow


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
