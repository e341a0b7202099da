import torch


def weight_gradient_by_step(weight, states, v):
    g, total = v, torch.zeros_like(weight)
    for t in range(len(states) - 1, 0, -1):
        delta = g * (1 - states[t] ** 2)
        total += torch.outer(delta, states[t - 1])
        g = weight.T @ delta
    return total
