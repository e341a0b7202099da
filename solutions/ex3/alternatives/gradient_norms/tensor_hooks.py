import torch


def gradient_norms(sublayers, x, v, residual):
    norms = torch.zeros(len(sublayers) + 1, dtype=torch.float64)

    def keep(l):
        def hook(gradient):
            norms[l] = gradient.pow(2).sum().sqrt()

        return hook

    start = x.detach().clone().requires_grad_()
    h = start
    h.register_hook(keep(0))
    for l, sublayer in enumerate(sublayers, start=1):
        h = h + sublayer(h) if residual else sublayer(h)
        h.register_hook(keep(l))
    torch.autograd.grad(h, start, v)
    return norms
