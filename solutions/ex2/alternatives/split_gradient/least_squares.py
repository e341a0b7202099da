import torch


def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).repeat(1, 1, g.shape[-1])
    c = (x - x.mean(-1, keepdim=True)).unsqueeze(-1)
    inverse = torch.linalg.pinv(c)
    stretch = (c @ (inverse @ g.unsqueeze(-1))).squeeze(-1)
    return shift, stretch, g - shift - stretch
