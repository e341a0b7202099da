import torch


def residual_local_derivative(f, x):
    x = x.detach().clone().requires_grad_()
    y = (x + f(x)).sum()
    (g,) = torch.autograd.grad(y, x)
    return g.sum()
