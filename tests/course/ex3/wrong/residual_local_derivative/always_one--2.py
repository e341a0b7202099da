import torch


def residual_local_derivative(f, x):
    return torch.ones(x.shape, dtype=x.dtype)
