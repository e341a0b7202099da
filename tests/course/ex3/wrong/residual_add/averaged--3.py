import torch


def residual_add(x, sublayer):
    return torch.mean(torch.stack((x, sublayer(x))), dim=0)
