import torch


def gradients_along_chain(factors):
    g = [factors.prod()]
    for d in factors:
        g.append(g[-1] / d)
    return torch.stack(g)
