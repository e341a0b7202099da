import torch


def split_vjp(sublayer, x, v):
    x = x.detach().clone().requires_grad_()
    y = x + sublayer(x)
    total = torch.autograd.grad(y, x, grad_outputs=v)[0]
    return 0.5 * total, 0.5 * total
