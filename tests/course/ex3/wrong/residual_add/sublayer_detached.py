import torch


def residual_add(x, sublayer):
    with torch.no_grad():
        out = sublayer(x)
    if out.shape != x.shape:
        raise ValueError("shape mismatch")
    return x + out
