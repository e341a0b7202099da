import torch


def residual_local_derivative(f, x):
    x.requires_grad_(True)
    y = x + f(x)
    y.sum().backward()
    return x.grad.clone()
