import itertools

import torch


def gradient_by_path_length(d):
    L = len(d)
    e = torch.zeros(L + 1, dtype=torch.float64)
    for path in itertools.product([0, 1], repeat=L):
        factor = 1.0
        for taken, slope in zip(path, d):
            if taken:
                factor = factor * slope
        e[sum(path)] += factor
    return e
