import torch


def chain_gradient(d, residual):
    factors = 1 + d if residual else d
    return torch.exp(torch.log(factors.abs()).sum())
