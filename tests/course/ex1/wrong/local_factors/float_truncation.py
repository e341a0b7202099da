import math

import torch


def local_factors(w, x):
    factors = []
    a = float(x)
    for weight in w.tolist():
        a = math.tanh(weight * a)
        factors.append(weight * (1 - a**2))
    return torch.tensor(factors)
