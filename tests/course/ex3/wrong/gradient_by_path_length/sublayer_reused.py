import torch


def gradient_by_path_length(d):
    L = len(d)
    e = torch.zeros(L + 1, dtype=torch.float64)
    e[0] = 1.0
    for i in range(L):
        for k in range(1, L + 1):
            e[k] = e[k] + d[i] * e[k - 1]
    return e
