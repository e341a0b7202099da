import torch


def chain_gradient(d, residual):
    total = torch.ones((), dtype=d.dtype)
    for x in d:
        total = total * x
    if residual:
        total = total + 1  # the shortcut adds 1
    return total
