import torch


class Sum(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, update):
        return x + update

    @staticmethod
    def backward(ctx, upstream):
        # the derivative with respect to either operand is 1
        return upstream, upstream


def residual_add(x, sublayer):
    update = sublayer(x)
    if update.shape != x.shape:
        raise ValueError("the shapes differ")
    return Sum.apply(x, update)
