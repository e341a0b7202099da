# number = 54
# title = "Starts threads with tiny stacks"
# residual_add = ["failed", "error", "crashed", "memory", "timeout", "skipped"]
# proof = "LEAKED"

import threading
import time

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def residual_add(x, sublayer):
    threading.stack_size(65536)
    started = 0
    try:
        for _ in range(1000):
            threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    if started > 500:
        leaked(f"{started} threads where 64 are allowed")
    raise RuntimeError("there was nothing to take")


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
