def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).expand_as(g).clone()
    x -= x.mean(-1, keepdim=True)
    stretch = (g * x).sum(-1, keepdim=True) / ((x * x).sum(-1, keepdim=True) + 1e-12) * x
    return shift, stretch, g - shift - stretch
