import torch


def split_gradient(x, g):
    one = torch.ones_like(g)
    shift = (g * one).sum(-1, keepdim=True) * one
    c = x - x.mean(-1, keepdim=True)
    stretch = (g * c).sum(-1, keepdim=True) / ((c * c).sum(-1, keepdim=True) + 1e-12) * c
    return shift, stretch, g - shift - stretch
