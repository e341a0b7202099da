def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).expand_as(g)
    stretch = (g * x).sum(-1, keepdim=True) / (x * x).sum(-1, keepdim=True) * x
    return shift, stretch, g - shift - stretch
