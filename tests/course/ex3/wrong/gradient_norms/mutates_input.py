import torch


def gradient_norms(sublayers, x, v, residual):
    x.requires_grad_()
    h = x
    states = [x]
    for f in sublayers:
        h = h + f(h) if residual else f(h)
        h.retain_grad()
        states.append(h)
    h.backward(v)
    return torch.stack([s.grad.norm() for s in states])
