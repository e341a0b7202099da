import torch


def gradient_through_time(weight, states, v):
    gradients = torch.zeros(states.shape)
    gradients[-1] = v
    g = v
    for t in range(len(states) - 1, 0, -1):
        g = weight.T @ (g * (1 - states[t] ** 2))
        gradients[t - 1] = g
    return gradients
