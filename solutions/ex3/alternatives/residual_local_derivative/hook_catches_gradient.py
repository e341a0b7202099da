import torch


class Catch(torch.autograd.Function):
    """The identity, with a backward that keeps what comes by."""

    @staticmethod
    def forward(ctx, x, box):
        ctx.box = box
        return x.clone()

    @staticmethod
    def backward(ctx, gradient):
        ctx.box.append(gradient)
        return gradient, None


def residual_local_derivative(f, x):
    box = []
    start = x.detach().clone().requires_grad_()
    inside = Catch.apply(start, box)
    torch.autograd.grad((inside + f(inside)).sum(), start)
    return box[0]
