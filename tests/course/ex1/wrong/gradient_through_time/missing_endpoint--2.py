import torch


def gradient_through_time(weight, states, v):
    gradients = []
    g = v
    for h in states[1:].flip(0):
        gradients.insert(0, g)
        g = weight.T @ (g * (1 - h**2))
    return torch.stack(gradients)
