import torch


def chain_gradient(d, residual):
    g = torch.tensor(1.0)
    for s in d:
        g *= 1 + s if residual else s
    return g
