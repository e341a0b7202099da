import torch


def residual_add(x, sublayer):
    return torch.add(x, sublayer(x), alpha=0.73)
