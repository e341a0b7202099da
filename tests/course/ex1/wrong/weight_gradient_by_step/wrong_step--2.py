import torch


def weight_gradient_by_step(weight, states, v):
    g, terms = v, []
    for t in range(len(states) - 1, 0, -1):
        slope = 1 - states[t] ** 2
        g = weight.T @ (g * slope)
        terms.append(torch.outer(g * slope, states[t - 1]))
    return torch.stack(terms[::-1])
