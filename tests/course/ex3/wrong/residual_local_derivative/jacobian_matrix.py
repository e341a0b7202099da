import torch
from torch.func import jacrev


def residual_local_derivative(f, x):
    return torch.eye(len(x), dtype=x.dtype) + jacrev(f)(x)
