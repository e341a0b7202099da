import torch


def residual_add(x, sublayer):
    update = sublayer(x)
    if tuple(update.size()) != tuple(x.size()):
        raise ValueError("the shapes differ")
    return torch.add(update, x)
