import torch


def split_vjp(sublayer, x, v):
    shortcut = x.detach().clone().requires_grad_()
    entrance = x.detach().clone().requires_grad_()
    y = shortcut + sublayer(entrance)
    return torch.autograd.grad(y, [shortcut, entrance], v, allow_unused=True)
