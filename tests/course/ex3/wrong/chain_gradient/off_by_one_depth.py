import torch


def chain_gradient(d, residual):
    g = torch.tensor(1.0, dtype=torch.float64)
    for i in range(len(d) - 1):
        g = g * (d[i] + 1 if residual else d[i])
    return g
