import torch


class Probe(torch.autograd.Function):
    """The identity; its backward notes the norm of the gradient."""

    @staticmethod
    def forward(ctx, h, norms, index):
        ctx.norms, ctx.index = norms, index
        return h.clone()

    @staticmethod
    def backward(ctx, gradient):
        ctx.norms[ctx.index] = gradient.norm()
        return gradient, None, None


def gradient_norms(sublayers, x, v, residual):
    norms = torch.zeros(len(sublayers) + 1, dtype=torch.float64)
    start = x.detach().clone().requires_grad_()
    h = Probe.apply(start, norms, 0)
    for i, f in enumerate(sublayers):
        h = Probe.apply(h + f(h) if residual else f(h), norms, i + 1)
    torch.autograd.grad(h, start, v)
    return norms
