import torch


def gradients_along_chain(factors):
    L = len(factors)
    g = torch.ones(L + 1)
    for l in range(L - 1, -1, -1):
        g[l] = g[l + 1] * factors[l]
    return g
