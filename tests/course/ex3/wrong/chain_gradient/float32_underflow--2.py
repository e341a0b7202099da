import numpy as np
import torch


def chain_gradient(d, residual):
    values = d.numpy().astype(np.float32)
    if residual:
        values = values + 1
    return torch.tensor(float(values.prod()), dtype=torch.float64)
