from math import comb

import torch


def gradient_by_path_length(d):
    L = len(d)
    out = torch.zeros(L + 1, dtype=torch.float64)
    for k in range(L + 1):
        out[k] = comb(L, k)
    return out
