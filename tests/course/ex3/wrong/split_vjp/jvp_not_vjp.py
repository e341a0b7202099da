import torch


def split_vjp(sublayer, x, v):
    _, product = torch.func.jvp(sublayer, (x,), (v,))
    return v, product
