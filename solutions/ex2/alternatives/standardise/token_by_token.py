import torch


def standardise(x, eps=1e-5):
    if x.dim() > 1:
        return torch.stack([standardise(part, eps) for part in x])
    d = len(x)
    mu = sum(x) / d
    spread = sum((entry - mu) ** 2 for entry in x) / d
    return (x - mu) / torch.sqrt(spread + eps)
