def split_gradient(x, g):
    shift = g.mean(-1, keepdim=True).expand_as(g)
    c = x - x.mean(-1, keepdim=True)
    squares = (c * c).sum(-1, keepdim=True)
    stretch = (g * c).sum(-1, keepdim=True) / (squares + 1e-12) * c
    return shift, stretch, (g - shift - stretch) / (squares / x.shape[-1]).sqrt()
