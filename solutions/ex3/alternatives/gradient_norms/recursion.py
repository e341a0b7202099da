import torch


def gradient_norms(sublayers, x, v, residual):
    return torch.stack(descend(list(sublayers), x.detach(), v, residual)[1]).double()


def descend(sublayers, h, v, residual):
    """(gradient at h, norms from h to the output)."""
    if not sublayers:
        return v, [v.norm()]
    h = h.clone().requires_grad_()
    with torch.enable_grad():
        branch = sublayers[0](h)
        out = h + branch if residual else branch
    above, norms = descend(sublayers[1:], out.detach(), v, residual)
    (here,) = torch.autograd.grad(out, h, above)
    return here, [here.norm(), *norms]
