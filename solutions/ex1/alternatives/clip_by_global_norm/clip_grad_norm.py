import torch
from torch import nn


def clip_by_global_norm(gradients, max_norm):
    parameters = []
    for gradient in gradients:
        parameter = nn.Parameter(torch.empty_like(gradient))
        parameter.grad = gradient.clone()
        parameters.append(parameter)
    nn.utils.clip_grad_norm_(parameters, max_norm)
    return [parameter.grad for parameter in parameters]
