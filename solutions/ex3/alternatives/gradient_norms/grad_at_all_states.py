import torch


def gradient_norms(sublayers, x, v, residual):
    h = x.detach().clone().requires_grad_()
    states = [h]
    for s in sublayers:
        h = h + s(h) if residual else s(h)
        states.append(h)
    grads = torch.autograd.grad(h, states, grad_outputs=v)
    return torch.stack([g.norm() for g in grads]).double()
