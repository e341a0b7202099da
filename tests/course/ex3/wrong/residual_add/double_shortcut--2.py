import torch


def residual_add(x, sublayer):
    y = sublayer(x)
    assert y.shape == x.shape
    return torch.stack([x, x, y]).sum(0)
