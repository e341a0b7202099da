from itertools import combinations

import torch


def gradient_by_path_length(d):
    L = len(d)
    rows = []
    for k in range(L + 1):
        rows.append(sum((torch.prod(torch.stack(c)) if c else torch.ones((), dtype=d.dtype)) for c in combinations(d, k)))
    return torch.stack(rows)
