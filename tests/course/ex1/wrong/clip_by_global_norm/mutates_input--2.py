import torch
from torch import nn


def clip_by_global_norm(gradients, max_norm):
    parameters = [nn.Parameter(torch.zeros_like(g)) for g in gradients]
    for p, g in zip(parameters, gradients):
        p.grad = g
    nn.utils.clip_grad_norm_(parameters, max_norm)
    return [p.grad for p in parameters]
