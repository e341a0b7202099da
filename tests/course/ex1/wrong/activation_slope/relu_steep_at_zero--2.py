import torch


def activation_slope(z, kind):
    if kind == "sigmoid":
        s = torch.sigmoid(z)
        return s - s**2
    if kind == "tanh":
        return 1 - torch.tanh(z) ** 2
    if kind == "relu":
        return torch.heaviside(z, torch.tensor(0.5, dtype=z.dtype))
    raise ValueError(kind)
