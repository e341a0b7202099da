import torch
from torch.func import jacrev


def residual_local_derivative(f, x):
    jacobian = jacrev(f)(x)
    return 1 + torch.diagonal(jacobian)
