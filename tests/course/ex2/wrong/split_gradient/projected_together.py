import torch


def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).expand_as(g)
    c = x - x.mean(-1, keepdim=True)
    stretch = torch.dot(g.flatten(), c.flatten()) / torch.dot(c.flatten(), c.flatten()) * c
    return shift, stretch, g - shift - stretch
