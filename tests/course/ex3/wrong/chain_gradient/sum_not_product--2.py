import torch


def chain_gradient(d, residual):
    if not residual:
        return torch.prod(d)
    grad = torch.tensor(1.0, dtype=torch.float64)
    for slope in d:
        grad = grad + slope
    return grad
