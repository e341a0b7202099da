import torch


def gradients_along_chain(factors):
    length = factors.numel()
    g = torch.ones(length + 1, dtype=factors.dtype)
    for i in reversed(range(length)):
        g[i] = g[i + 1] * factors[i]
    return g
