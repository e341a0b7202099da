import numpy as np
import torch


def gradients_along_chain(factors):
    reverse = np.append(factors.numpy(), 1.0)[::-1]
    return torch.from_numpy(np.cumprod(reverse)[::-1].copy())
