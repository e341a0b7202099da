import torch


def split_vjp(sublayer, x, v):
    _, through_sublayer = torch.autograd.functional.vjp(sublayer, x, v)
    shortcut = torch.ones_like(x)  # d x / d x = 1
    return shortcut, through_sublayer
