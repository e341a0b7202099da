import torch
from torch.autograd.functional import vjp


def gradient_norms(sublayers, x, v, residual):
    inputs = []
    h = x
    with torch.no_grad():
        for f in sublayers:
            inputs.append(h)
            h = h + f(h) if residual else f(h)
    norms = [torch.linalg.vector_norm(v)]
    g = v
    for f, h in zip(reversed(sublayers), reversed(inputs)):
        through = vjp(f, h, g)[1]
        g = g + through if residual else through
        norms.insert(0, torch.linalg.vector_norm(g))
    return torch.stack(norms).to(torch.float64)
