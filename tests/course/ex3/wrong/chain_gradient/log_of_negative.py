import torch


def chain_gradient(d, residual):
    if residual:
        return torch.exp(torch.log1p(d).sum())
    return torch.exp(torch.log(d).sum())
