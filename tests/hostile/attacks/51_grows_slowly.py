# number = 51
# title = "Grows by small objects until something gives"
# residual_add = ["memory", "error", "failed", "crashed", "timeout", "skipped"]
# may_pass = ["residual_add.pure"]
# proof = "LEAKED"
# [limits]
# memory_mib = 256

import torch


def leaked(what):
    print("LEAK" + "ED", what, flush=True)


def residual_add(x, sublayer):
    kept = []
    for _ in range(80_000):
        kept.append(bytearray(10_000))
    leaked("800 MB where 256 MiB are allowed")
    return x


def chain_gradient(d, residual):
    return torch.prod(1 + d if residual else d)


def zero_case_output(x, norm, placement):
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(placement)
