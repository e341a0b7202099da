import torch


def split_vjp(sublayer, x, v):
    a = x.detach().clone().requires_grad_()
    b = x.detach().clone().requires_grad_()
    y = a + sublayer(b)
    return torch.autograd.grad(y.sum(), (a, b), allow_unused=True, materialize_grads=True)
