import copy

import torch
from torch import nn


def fold_gain(norm, linear):
    new = copy.deepcopy(linear)
    with torch.no_grad():
        bias = torch.zeros(linear.out_features, dtype=linear.weight.dtype)
        if linear.bias is not None:
            bias += linear.bias
        for j in range(linear.in_features):
            new.weight[:, j] *= norm.weight[j]
            bias += linear.weight[:, j] * norm.bias[j]
    new.bias = nn.Parameter(bias)
    return new
