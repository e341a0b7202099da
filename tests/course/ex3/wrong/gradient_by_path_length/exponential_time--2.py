import torch


def paths(slopes):
    """(length, factor) of every path."""
    if not slopes:
        yield 0, 1.0
        return
    for length, factor in paths(slopes[1:]):
        yield length, factor
        yield length + 1, factor * slopes[0]


def gradient_by_path_length(d):
    e = [0.0] * (len(d) + 1)
    for length, factor in paths(d.tolist()):
        e[length] += factor
    return torch.tensor(e, dtype=torch.float64)
