import torch


def split_vjp(sublayer, x, v):
    p = x.detach().clone().requires_grad_()
    y = sublayer(p)
    return v, torch.autograd.grad(y, p, grad_outputs=v)[0]
