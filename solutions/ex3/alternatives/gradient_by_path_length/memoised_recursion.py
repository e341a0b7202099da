from functools import lru_cache

import torch


def gradient_by_path_length(d):
    slopes = d.tolist()

    @lru_cache(maxsize=None)
    def e(layers, k):
        if k == 0:
            return 1.0
        if layers == 0:
            return 0.0
        return e(layers - 1, k) + slopes[layers - 1] * e(layers - 1, k - 1)

    return torch.tensor([e(len(slopes), k) for k in range(len(slopes) + 1)], dtype=torch.float64)
