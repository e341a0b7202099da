import torch


def residual_add(x, sublayer):
    out = torch.empty(x.shape)  # float32 by default
    out[...] = x + sublayer(x)
    return out.to(x.dtype)
