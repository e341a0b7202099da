import torch


def weight_gradient_by_step(weight, states, v):
    T, n = len(states) - 1, len(v)
    terms = torch.zeros(T, n, n, dtype=torch.float64)
    grad = torch.zeros(n, n, dtype=torch.float64)
    g = v
    for t in range(T, 0, -1):
        delta = g * (1 - states[t] ** 2)
        grad += torch.outer(delta, states[t - 1])
        terms[t - 1] = grad
        g = weight.T @ delta
    return terms
