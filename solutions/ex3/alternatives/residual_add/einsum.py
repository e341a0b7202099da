import torch


def residual_add(x, sublayer):
    update = sublayer(x)
    if update.shape != x.shape:
        raise ValueError("the shapes differ")
    ones = torch.ones(2, dtype=x.dtype)
    return torch.einsum("n...,n->...", torch.stack([x, update]), ones)
