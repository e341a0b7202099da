import torch


def chain_gradient(d, residual):
    if len(d) == 0:
        return torch.tensor(0.0, dtype=torch.float64)
    gradient = d[0] + residual
    for slope in d[1:]:
        gradient = gradient * (slope + residual)
    return gradient
