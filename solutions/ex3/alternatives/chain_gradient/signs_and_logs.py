import torch


def chain_gradient(d, residual):
    factors = 1 + d if residual else d
    sign = torch.sign(factors).prod()
    size = torch.exp(torch.log(torch.abs(factors)).sum())
    return sign * size
