def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).expand_as(g)
    c = x - x.mean(-1, keepdim=True)
    stretch = (g * c).sum(-1, keepdim=True) / ((c * c).sum(-1, keepdim=True) + 1e-12) * c
    return shift, stretch, g - shift
