import torch


def split_vjp(sublayer, x, v):
    _, through = torch.autograd.functional.vjp(sublayer, x, v)
    return v, through
