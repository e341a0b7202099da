import torch


def split_vjp(sublayer, x, v):
    leaf = x.detach().clone().requires_grad_()
    loss = (leaf + sublayer(leaf)).sum()
    grad = torch.autograd.grad(loss, leaf)[0]
    return v, grad - 1
