import itertools

import torch


def local_factors(w, x):
    states = list(itertools.accumulate(w, lambda a, weight: torch.tanh(weight * a), initial=x))
    outputs = torch.tensor([float(a) for a in states[1:]], dtype=w.dtype)
    return w * (1 - outputs**2)
