import torch


def split_vjp(sublayer, x, v):
    J = torch.autograd.functional.jacobian(sublayer, x).reshape(x.numel(), x.numel())
    return v, (J @ v.flatten()).reshape(x.shape)
