import torch


def local_factors(w, x):
    a, result = x, torch.empty_like(w)
    for i, weight in enumerate(w):
        a = torch.tanh(weight * a)
        result[i] = weight * a * (1 - a)
    return result
