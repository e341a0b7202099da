import numpy as np
import torch


def statistics(x, kind):
    axis = {"layer": (2,), "batch": (0, 1), "instance": (1,)}.get(kind)
    if axis is None:
        raise ValueError(kind)
    a = x.detach().numpy()
    return torch.from_numpy(np.mean(a, axis, keepdims=True)), torch.from_numpy(np.var(a, axis, keepdims=True))
