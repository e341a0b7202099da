import torch


def input_gradient(x, v, weight, eps=1e-5):
    x = x.detach().clone().requires_grad_()
    std = (x.var(-1, keepdim=True, unbiased=False) + eps).sqrt().detach()
    y = weight * (x - x.mean(-1, keepdim=True)) / std
    return torch.autograd.grad(y, x, v)[0]
