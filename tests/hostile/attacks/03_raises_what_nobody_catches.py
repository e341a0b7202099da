# number = 3
# title = "Raises SystemExit, KeyboardInterrupt and a BaseException of its own in turn"
# residual_add = ["failed", "error"]

import torch


class NotAnException(BaseException):
    def __str__(self):
        raise self


calls = 0


def residual_add(x, sublayer):
    global calls
    calls += 1
    raise (SystemExit(0), KeyboardInterrupt, NotAnException())[calls % 3]


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
