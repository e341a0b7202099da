import torch


def split_vjp(sublayer, x, v):
    J = torch.autograd.functional.jacobian(sublayer, x)
    n = x.numel()
    return v, (v.reshape(n) @ J.reshape(n, n)).reshape(x.shape)
