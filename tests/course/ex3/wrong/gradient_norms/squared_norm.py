import torch


def gradient_norms(sublayers, x, v, residual):
    h = x.detach().clone().requires_grad_()
    states = [h]
    for f in sublayers:
        h = h + f(h) if residual else f(h)
        states.append(h)
    grads = torch.autograd.grad(h, states, v)
    return torch.stack([(g * g).sum() for g in grads])
