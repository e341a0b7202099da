import torch


def gradients_along_chain(factors):
    L = len(factors)
    return torch.stack([factors[l:].prod().abs() for l in range(L + 1)])
