import torch


def standardise(x, eps=1e-5):
    d = x.shape[-1]
    centring = torch.eye(d, dtype=x.dtype) - 1 / d
    c = x @ centring
    return c / (torch.linalg.vecdot(c, c)[..., None] / d + eps) ** 0.5
