import torch


def residual_add(x, sublayer):
    both = [x, sublayer(x)]
    if len({part.shape for part in both}) > 1:
        raise ValueError("the shapes differ")
    return torch.stack(both, dim=-1).sum(dim=-1)
