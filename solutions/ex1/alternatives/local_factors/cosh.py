import math

import torch


def local_factors(w, x):
    result = []
    a = x.item()
    for weight in w.tolist():
        z = weight * a
        result.append(weight / math.cosh(z) ** 2 if abs(z) < 300 else 0.0)
        a = math.tanh(z)
    return torch.tensor(result, dtype=torch.float64)
