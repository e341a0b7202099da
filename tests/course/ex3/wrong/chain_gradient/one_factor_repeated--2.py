import torch


def chain_gradient(d, residual):
    mean = d.mean() if len(d) else torch.tensor(0.0, dtype=torch.float64)
    if residual:
        return (1 + mean) ** len(d)
    return mean ** len(d)
