import torch


def gradient_norms(sublayers, x, v, residual):
    h = x.detach().clone().requires_grad_()
    hs = [h]
    for f in sublayers:
        h = h + f(h) if residual else f(h)
        hs.append(h)
    loss = h.sum()
    return torch.stack([g.norm() for g in torch.autograd.grad(loss, hs)])
