import torch


def gradients_along_chain(factors):
    L = len(factors)
    return torch.stack([factors[l + 1 :].prod() for l in range(L + 1)])
