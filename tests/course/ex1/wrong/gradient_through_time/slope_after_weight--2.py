import torch


def gradient_through_time(weight, states, v):
    gradients = [v]
    for t in range(len(states) - 2, -1, -1):
        gradients.append((1 - states[t] ** 2) * (weight.T @ gradients[-1]))
    return torch.stack(gradients).flip(0)
