import torch


def gradient_through_time(weight, states, v):
    rows = [v]
    for h in reversed(list(states)[1:]):
        jacobian = torch.diag(1 - h**2) @ weight
        rows.insert(0, jacobian.T @ rows[0])
    return torch.stack(rows)
