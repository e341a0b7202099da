import torch


def residual_add(x, sublayer):
    y = sublayer(x)
    if y.shape != x.shape:
        raise ValueError("shape mismatch")
    return torch.cat((x, y), dim=2)
