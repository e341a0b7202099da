import torch


def residual_local_derivative(f, x):
    value, slope = torch.func.jvp(f, (x,), (torch.ones_like(x),))
    return torch.ones_like(x) + slope
