import torch


def residual_local_derivative(f, x):
    leaf = x.detach().clone().requires_grad_(True)
    y = leaf + f(leaf)
    (slope,) = torch.autograd.grad(y.sum(), leaf)
    return slope
