import torch


def weight_gradient_by_step(weight, states, v):
    T, n = len(states) - 1, len(v)
    terms = torch.zeros(T, n, n, dtype=torch.float64)
    terms[T - 1] = torch.outer(v * (1 - states[T] ** 2), states[T - 1])
    return terms
