import torch


def activation_slope(z, kind):
    functions = {"sigmoid": torch.sigmoid, "tanh": torch.tanh, "relu": torch.relu}
    if kind not in functions:
        raise ValueError(kind)
    z.requires_grad = True
    functions[kind](z).sum().backward()
    return z.grad
