import math

import torch


def local_factors(w, x):
    factors = []
    a = float(x)
    for weight in w.tolist():
        factors.append(weight * (1 - math.tanh(a) ** 2))
        a = math.tanh(weight * a)
    return torch.tensor(factors, dtype=torch.float64)
