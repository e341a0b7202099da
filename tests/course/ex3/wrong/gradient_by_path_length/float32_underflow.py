import torch


def gradient_by_path_length(d):
    e = torch.zeros(len(d) + 1)
    e[0] = 1
    for s in d:
        for k in range(len(d), 0, -1):
            e[k] += s * e[k - 1]
    return e
