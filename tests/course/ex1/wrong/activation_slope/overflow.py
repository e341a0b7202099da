import torch


def activation_slope(z, kind):
    if kind == "sigmoid":
        e = torch.exp(z)
        return e / (1 + e) ** 2
    if kind == "tanh":
        e = torch.exp(2 * z)
        t = (e - 1) / (e + 1)
        return 1 - t**2
    if kind == "relu":
        return torch.where(z > 0, torch.ones_like(z), torch.zeros_like(z))
    raise ValueError(kind)
