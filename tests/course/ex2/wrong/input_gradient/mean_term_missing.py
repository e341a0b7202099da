import torch


def input_gradient(x, v, weight, eps=1e-5):
    x = x.detach().clone().requires_grad_()
    mean = x.mean(-1, keepdim=True).detach()
    y = weight * (x - mean) / (((x - mean) ** 2).mean(-1, keepdim=True) + eps).sqrt()
    return torch.autograd.grad(y, x, v)[0]
