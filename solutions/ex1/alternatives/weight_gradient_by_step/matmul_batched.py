import torch


def backwards(weight, states, v):
    gradients = [v]
    for h in states[1:].flip(0):
        gradients.append(weight.T @ ((1 - h * h) * gradients[-1]))
    return torch.stack(gradients).flip(0)


def weight_gradient_by_step(weight, states, v):
    delta = backwards(weight, states, v)[1:] * (1 - states[1:] ** 2)
    return torch.bmm(delta[:, :, None], states[:-1, None, :])
