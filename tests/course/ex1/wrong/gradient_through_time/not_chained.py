import torch


def gradient_through_time(weight, states, v):
    rows = []
    for h in states[1:]:
        rows.append(weight.T @ (v * (1 - h**2)))
    rows.append(v)
    return torch.stack(rows)
