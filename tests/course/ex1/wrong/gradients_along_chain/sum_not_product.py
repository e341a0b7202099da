import torch


def gradients_along_chain(factors):
    g = [torch.tensor(1.0, dtype=torch.float64)]
    total = torch.tensor(0.0, dtype=torch.float64)
    for d in factors.flip(0):
        total = total + d
        g.insert(0, total)
    return torch.stack(g)
