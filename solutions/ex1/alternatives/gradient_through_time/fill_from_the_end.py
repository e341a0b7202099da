import torch


def gradient_through_time(weight, states, v):
    steps = states.shape[0] - 1
    result = torch.empty_like(states)
    result[steps] = v
    for t in range(steps, 0, -1):
        delta = result[t] * (1 - states[t] * states[t])
        result[t - 1] = torch.einsum("i,ij->j", delta, weight)
    return result
