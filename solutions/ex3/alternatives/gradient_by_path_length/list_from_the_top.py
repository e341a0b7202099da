import torch


def gradient_by_path_length(d):
    L = len(d)
    e = [0.0] * (L + 1)
    e[0] = 1.0
    for slope in d.tolist():
        for k in range(L, 0, -1):
            e[k] = e[k] + slope * e[k - 1]
    return torch.tensor(e, dtype=torch.float64)
