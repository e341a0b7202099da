import torch.nn.functional as F


def residual_add(x, sublayer):
    out = sublayer(x)
    if out.shape != x.shape:
        raise ValueError("shape mismatch")
    out = out + x
    return F.relu(out)
