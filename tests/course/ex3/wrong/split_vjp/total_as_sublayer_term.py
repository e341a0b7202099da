import torch


def split_vjp(sublayer, x, v):
    leaf = x.detach().clone().requires_grad_(True)
    y = leaf + sublayer(leaf)
    (through_sublayer,) = torch.autograd.grad(y, leaf, v)
    return v, through_sublayer
