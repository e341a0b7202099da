import torch


def gradients_along_chain(factors):
    L = len(factors)
    g = torch.ones(L, dtype=torch.float64)
    for l in range(L - 2, -1, -1):
        g[l] = g[l + 1] * factors[l + 1]
    return g
