import torch
from torch.autograd.functional import vjp


def gradient_norms(sublayers, x, v, residual):
    norms = []
    h = x
    for f in sublayers:
        def layer(h, f=f):
            return h + f(h) if residual else f(h)

        out, g = vjp(layer, h, v)
        norms.append(g.norm())
        h = out
    norms.append(v.norm())
    return torch.stack(norms)
