import torch


def gradient_by_path_length(d):
    out = torch.ones(len(d) + 1, dtype=d.dtype)
    for k in range(1, len(d) + 1):
        out[k] = torch.sum(torch.pow(d, k))
    return out
