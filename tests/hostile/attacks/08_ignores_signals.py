# number = 8
# title = "Never returns and ignores every signal that can be ignored"
# residual_add = ["timeout", "skipped"]
# [limits]
# call_seconds = 1

import signal

import torch


def residual_add(x, sublayer):
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    while True:
        pass


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
