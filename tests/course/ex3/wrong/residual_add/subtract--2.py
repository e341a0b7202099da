import torch


def residual_add(x, sublayer):
    return torch.sub(x, sublayer(x))
