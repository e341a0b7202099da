import torch


def residual_local_derivative(f, x):
    point = x.detach().clone().requires_grad_()
    y = point + f(point).detach()  # the shortcut is what matters
    return torch.autograd.grad(y.sum(), point)[0]
