import torch


def gradient_by_path_length(d):
    L = len(d)
    p = [(d**k).sum() for k in range(L + 1)]
    e = [torch.ones((), dtype=torch.float64)]
    for k in range(1, L + 1):
        total = torch.zeros((), dtype=torch.float64)
        for i in range(1, k + 1):
            total = total + (-1) ** (i - 1) * e[k - i] * p[i]
        e.append(total / k)
    return torch.stack(e)
