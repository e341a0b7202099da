import math

import torch


def chain_gradient(d, residual):
    shortcut = 1.0 if residual else 0.0
    return torch.tensor(math.prod(shortcut + s for s in d.tolist()), dtype=torch.float64)
