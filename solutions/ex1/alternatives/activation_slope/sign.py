import torch


def activation_slope(z, kind):
    if kind == "relu":
        return z.sign().clamp(min=0)
    if kind == "sigmoid":
        return activation_slope(z / 2, "tanh") / 4
    if kind == "tanh":
        return 1 - z.tanh().square()
    raise ValueError(kind)
