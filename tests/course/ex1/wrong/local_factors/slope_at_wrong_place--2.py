import torch


def local_factors(w, x):
    factors = []
    a = x
    for weight in w:
        factors.append(weight * (1 - a**2))
        a = torch.tanh(weight * a)
    return torch.stack(factors) if factors else torch.zeros(0, dtype=torch.float64)
