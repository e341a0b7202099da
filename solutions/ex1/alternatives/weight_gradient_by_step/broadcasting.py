import torch


def weight_gradient_by_step(weight, states, v):
    deltas = torch.zeros_like(states[1:])
    g = v.clone()
    for t in reversed(range(len(deltas))):
        deltas[t] = g * (1 - states[t + 1].pow(2))
        g = deltas[t] @ weight
    return deltas.unsqueeze(2) * states[:-1].unsqueeze(1)
