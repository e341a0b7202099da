import torch


def weight_gradient_by_step(weight, states, v):
    T, n = len(states) - 1, len(v)
    terms = torch.zeros(T, n, n)
    g = v
    for t in range(T, 0, -1):
        delta = g * (1 - states[t] ** 2)
        terms[t - 1] = torch.outer(delta, states[t - 1])
        g = weight.T @ delta
    return terms
