import torch


def gradient_through_time(weight, states, v):
    gradients = torch.zeros_like(states)
    gradients[-1] = v
    for t in range(len(states) - 1, 0, -1):
        gradients[t - 1] = gradients[t] * (1 - states[t] ** 2)
    return gradients
