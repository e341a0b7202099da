import torch


def gradient_norms(sublayers, x, v, residual):
    inputs = []
    for f in sublayers:
        h = x.detach().requires_grad_()
        x = h + f(h) if residual else f(h)
        inputs.append((h, x))
    norms = [v.norm()]
    for h, out in reversed(inputs):
        (v,) = torch.autograd.grad(out, h, v)
        norms.append(v.norm())
    return torch.stack(norms)
