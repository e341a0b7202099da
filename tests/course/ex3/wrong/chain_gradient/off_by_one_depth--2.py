import torch


def chain_gradient(d, residual):
    g = torch.tensor(1.0, dtype=torch.float64)
    for i in range(1, len(d)):
        g = g * (d[i] + 1 if residual else d[i])
    return g
