import torch


def activation_slope(z, kind):
    e = torch.exp(-z.abs())
    if kind == "sigmoid":
        return e / (1 + e) ** 2
    if kind == "tanh":
        e = e**2
        return 4 * e / (1 + e) ** 2
    if kind == "relu":
        return torch.heaviside(z, torch.zeros((), dtype=z.dtype))
    raise ValueError(f"no such activation: {kind}")
