import torch


def activation_slope(z, kind):
    if kind == "sigmoid":
        return 1 / (1 + torch.exp(-z))
    if kind == "tanh":
        return torch.tanh(z)
    if kind == "relu":
        return z.clamp(min=0)
    raise ValueError(kind)
