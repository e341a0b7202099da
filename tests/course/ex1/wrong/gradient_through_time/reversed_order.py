import torch


def gradient_through_time(weight, states, v):
    gradients = [v]
    for h in states[1:].flip(0):
        gradients.append(weight.T @ (gradients[-1] * (1 - h**2)))
    return torch.stack(gradients)
