import torch


def tanh_slope(z):
    return 1 - torch.tanh(z) ** 2


def gradient_through_time(weight, states, v):
    T = len(states) - 1
    gradients = torch.zeros_like(states)
    gradients[T] = v
    for t in range(T - 1, -1, -1):
        gradients[t] = weight.T @ (gradients[t + 1] * tanh_slope(states[t + 1]))
    return gradients
