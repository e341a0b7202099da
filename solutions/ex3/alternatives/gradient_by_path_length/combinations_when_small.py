import itertools
import math

import torch


def gradient_by_path_length(d):
    """Lists the paths while there are few of them, and adds one layer at a time otherwise."""
    L = d.shape[0]
    if L <= 10:
        entries = []
        for k in range(L + 1):
            total = 0.0
            for path in itertools.combinations(d.tolist(), k):
                total += math.prod(path)
            entries.append(total)
        return torch.tensor(entries, dtype=torch.float64)
    old = torch.zeros(L + 1, dtype=torch.float64)
    old[0] = 1
    for layer in range(L):
        new = old.clone()
        for k in range(1, layer + 2):
            new[k] = old[k] + d[layer] * old[k - 1]
        old = new
    return old
