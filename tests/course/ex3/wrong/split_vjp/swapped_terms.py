import torch


def split_vjp(sublayer, x, v):
    leaf = x.detach().clone().requires_grad_()
    out = sublayer(leaf)
    if out.requires_grad:
        through = torch.autograd.grad(out, leaf, v)[0]
    else:
        through = torch.zeros_like(x)
    return through, v
