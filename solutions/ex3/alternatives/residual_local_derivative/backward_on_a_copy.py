import copy

import torch


def residual_local_derivative(f, x):
    """1 + f'(x), one slope per entry.

    A constant f gives a result without a graph. Its slope is zero, so only the shortcut's 1 is left.
    """
    f = copy.deepcopy(f)
    inner = torch.tensor(x.tolist(), dtype=x.dtype, requires_grad=True)
    out = f(inner)
    slope = torch.zeros(x.shape, dtype=x.dtype)
    if out.requires_grad:
        out.backward(torch.ones_like(out))
        if inner.grad is not None:
            slope = inner.grad.clone()
    return 1.0 + slope
