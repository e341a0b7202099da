import torch


def gradient_through_time(weight, states, v):
    T = len(states) - 1
    gradients = torch.zeros_like(states)
    gradients[T] = v
    g = v * (1 - states[T] ** 2)
    if T > 0:
        g = weight.T @ g
        gradients[T - 1] = g
    for t in range(T - 1, 0, -1):
        g = g * (1 - states[t] ** 2)
        gradients[t - 1] = g
    return gradients
