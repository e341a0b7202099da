import torch


def residual_local_derivative(f, x):
    p = x.detach().clone().requires_grad_()
    try:
        f(p).sum().backward()
    except RuntimeError:
        return None
    return 1 + p.grad
