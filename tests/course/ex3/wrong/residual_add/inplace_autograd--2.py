import torch


def residual_add(x, sublayer):
    out = sublayer(x)
    return torch.add(out, x, out=out) if not torch.is_grad_enabled() else out.add_(x)
