import torch


def gradients_along_chain(factors):
    sign = torch.cat([torch.ones(1, dtype=torch.float64), factors.flip(0).sign()]).cumprod(0)
    size = torch.cat([torch.zeros(1, dtype=torch.float64), factors.flip(0).abs().log()]).cumsum(0).exp()
    return torch.flip(sign * size, [0])
