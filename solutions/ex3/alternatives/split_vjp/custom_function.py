import torch


class Tap(torch.autograd.Function):
    """Hands x on and remembers the gradient that comes back."""

    @staticmethod
    def forward(ctx, x, seen):
        ctx.seen = seen
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        ctx.seen.append(gradient)
        return gradient, None


def split_vjp(sublayer, x, v):
    seen_shortcut = []
    seen_branch = []
    start = x.detach().clone().requires_grad_()
    y = Tap.apply(start, seen_shortcut) + sublayer(Tap.apply(start, seen_branch))
    torch.autograd.grad(y, start, v)
    through = seen_branch[0] if seen_branch else torch.zeros_like(x)
    return seen_shortcut[0], through
