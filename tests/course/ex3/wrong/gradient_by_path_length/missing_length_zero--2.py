import itertools
import math

import torch


def gradient_by_path_length(d):
    sums = []
    for k in range(1, len(d) + 1):
        sums.append(sum(math.prod(c) for c in itertools.combinations(d.tolist(), k)))
    return torch.tensor(sums, dtype=torch.float64)
