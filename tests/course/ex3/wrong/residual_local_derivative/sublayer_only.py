import torch


def residual_local_derivative(f, x):
    x = x.clone().detach().requires_grad_(True)
    y = f(x)
    if not y.requires_grad:
        return torch.zeros_like(x).detach()
    return torch.autograd.grad(y.sum(), x)[0]
