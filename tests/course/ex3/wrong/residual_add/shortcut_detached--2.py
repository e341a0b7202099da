import torch


def residual_add(x, sublayer):
    with torch.no_grad():
        saved = x * 1.0
    return saved + sublayer(x)
