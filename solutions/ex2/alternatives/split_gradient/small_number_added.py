def split_gradient(x, g):
    shift = g.mean(dim=-1, keepdim=True).expand(g.shape)
    c = x - x.mean(dim=-1, keepdim=True)
    factor = (g * c).sum(-1, keepdim=True) / ((c * c).sum(-1, keepdim=True) + 1e-12)
    stretch = factor * c
    return shift, stretch, g - shift - stretch
