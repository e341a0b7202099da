import torch


def split_vjp(sublayer, x, v):
    # s(x) = v . f(x) is a number, and its gradient is v^T J.
    def score(point):
        return (v * sublayer(point)).sum()

    return v + 0, torch.func.grad(score)(x)
