import torch


def gradient_by_path_length(d):
    L = len(d)
    e = [1.0] + [0.0] * L
    for s in d.tolist():
        for k in range(L, 0, -1):
            e[k] += s * e[k - 1]
    return torch.tensor(e[1:], dtype=torch.float64)
