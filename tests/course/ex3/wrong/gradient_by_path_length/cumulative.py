import torch


def gradient_by_path_length(d):
    L = len(d)
    e = torch.zeros(L + 1, dtype=torch.float64)
    e[0] = 1
    for s in d:
        e[1:] = e[1:] + s * e[:-1]
    for k in range(1, L + 1):
        e[k] += e[k - 1]
    return e
