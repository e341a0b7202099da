from functools import reduce

import torch


def shortcut_gradient(shortcuts, outputs, v):
    def back(g, block):
        W, y = block
        W = torch.eye(y.shape[1], dtype=y.dtype) if W is None else W
        return torch.einsum("bi,bi,ij->bj", g, y.heaviside(torch.zeros((), dtype=y.dtype)), W)

    return reduce(back, list(zip(shortcuts, outputs))[::-1], v)
