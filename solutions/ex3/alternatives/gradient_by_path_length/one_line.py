from functools import reduce

import torch


def gradient_by_path_length(d):
    return torch.tensor(reduce(lambda e, s: [a + s * b for a, b in zip([*e, 0.0], [0.0, *e])], d.tolist(), [1.0]), dtype=d.dtype)
