import torch


def weight_gradient_by_step(weight, states, v):
    T = len(states) - 1
    g, terms = v, []
    for t in range(T, 0, -1):
        delta = g * (1 - states[t] ** 2)
        terms.append(torch.outer(delta, states[t - 1]) / T)
        g = weight.T @ delta
    return torch.stack(terms[::-1])
