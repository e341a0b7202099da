import torch


def split_gradient(x, g):
    shift = torch.zeros_like(g) + g.mean(-1, keepdim=True)
    c = x - x.mean(-1, keepdim=True)
    stretch = torch.nan_to_num(c * (g * c).sum(-1, keepdim=True) / c.pow(2).sum(-1, keepdim=True))
    return shift, stretch, g - shift - stretch
