import torch


def split_vjp(sublayer, x, v):
    start = x.detach().clone().requires_grad_(True)
    y = start + sublayer(start)
    whole = torch.autograd.grad(y, start, v)[0]
    return v, whole - v
