import torch


def weight_gradient_by_step(weight, states, v):
    terms = []
    for t in range(1, len(states)):
        terms.append(torch.outer(v * (1 - states[t] ** 2), states[t - 1]))
    return torch.stack(terms)
