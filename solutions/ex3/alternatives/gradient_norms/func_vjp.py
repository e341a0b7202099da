import torch
from torch.func import vjp


def gradient_norms(sublayers, x, v, residual):
    pullbacks = []
    h = x
    for sublayer in sublayers:
        step = (lambda h, s=sublayer: h + s(h)) if residual else sublayer
        h, pullback = vjp(step, h)
        pullbacks.append(pullback)
    result = torch.empty(len(pullbacks) + 1, dtype=torch.float64)
    result[-1] = v.norm()
    for l in reversed(range(len(pullbacks))):
        (v,) = pullbacks[l](v)
        result[l] = v.norm()
    return result.detach()
