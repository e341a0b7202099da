import torch


def residual_local_derivative(f, x):
    return torch.autograd.functional.jacobian(lambda x: x + f(x), x).diagonal()
