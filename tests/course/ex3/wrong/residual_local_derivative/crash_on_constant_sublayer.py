import torch


def residual_local_derivative(f, x):
    x = x.detach().clone()
    x.requires_grad = True
    y = f(x)
    grad = torch.autograd.grad(y, x, torch.ones_like(y))[0]
    return torch.ones_like(grad) + grad
