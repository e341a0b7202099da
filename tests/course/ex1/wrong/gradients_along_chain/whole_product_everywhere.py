import torch


def gradients_along_chain(factors):
    return torch.full((len(factors) + 1,), factors.prod().item(), dtype=torch.float64)
