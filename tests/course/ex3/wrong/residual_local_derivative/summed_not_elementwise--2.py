import torch


def residual_local_derivative(f, x):
    t = x.detach().clone().requires_grad_()
    out = f(t).sum() + 0 * t.sum()
    slope = torch.autograd.grad(out, t)[0].mean()
    return 1 + slope
