import torch


def gradient_norms(sublayers, x, v, residual):
    h = x.detach().clone().requires_grad_()
    inputs = []
    for f in sublayers:
        inputs.append(h)
        h = h + f(h) if residual else f(h)
    return torch.stack([g.norm() for g in torch.autograd.grad(h, inputs, v)])
