# number = 10
# title = "Sleeps past the deadline after stopping every clock it can find"
# residual_add = ["timeout", "skipped"]
# [limits]
# call_seconds = 1

import time

import torch


def residual_add(x, sublayer):
    sleep = time.sleep
    for name in ("time", "monotonic", "perf_counter", "process_time", "time_ns", "monotonic_ns", "perf_counter_ns"):
        setattr(time, name, lambda: 0)
    sleep(3600)


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
