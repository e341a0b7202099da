import torch


def local_factors(w, x):
    factors, a = [], x
    for weight in w:
        value, factor = torch.func.jvp(lambda s, weight=weight: torch.tanh(weight * s), (a,), (torch.ones_like(a),))
        factors.append(factor)
        a = value
    return torch.stack(factors) if factors else torch.empty(0, dtype=torch.float64)
