import torch


def gradients_along_chain(factors):
    g = [torch.tensor(1.0, dtype=torch.float64)]
    for d in factors:
        g.append(g[-1] * d)
    return torch.stack(g)
