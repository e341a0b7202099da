import torch


def split_gradient(x, g):
    shift, stretch = torch.zeros_like(g), torch.zeros_like(g)
    for b in range(len(x)):
        for t in range(len(x[b])):
            c = x[b, t] - x[b, t].mean()
            shift[b, t] = g[b, t].mean()
            if c.any():
                stretch[b, t] = torch.dot(g[b, t], c) / torch.dot(c, c) * c
    return shift, stretch, g - shift - stretch
