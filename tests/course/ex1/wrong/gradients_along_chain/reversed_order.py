import torch


def gradients_along_chain(factors):
    g = [1.0]
    for d in reversed(factors.tolist()):
        g.append(g[-1] * d)
    return torch.tensor(g, dtype=torch.float64)
