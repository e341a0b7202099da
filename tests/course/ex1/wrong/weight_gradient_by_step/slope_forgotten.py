import torch


def weight_gradient_by_step(weight, states, v):
    g, terms = v, []
    for t in range(len(states) - 1, 0, -1):
        terms.append(torch.outer(g, states[t - 1]))
        g = weight.T @ (g * (1 - states[t] ** 2))
    return torch.stack(terms[::-1])
