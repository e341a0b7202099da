import torch
from torch.func import grad, vmap


def residual_local_derivative(f, x):
    return vmap(grad(lambda entry: entry + f(entry)))(x)
