import torch
from torch import nn


def fold_gain(norm, linear):
    new = nn.Linear(norm.weight.numel(), linear.out_features, dtype=linear.weight.dtype)
    bias = norm.bias @ linear.weight.T
    if linear.bias is not None:
        bias = bias + linear.bias
    new.weight = nn.Parameter((linear.weight * norm.weight[None, :]).detach())
    new.bias = nn.Parameter(bias.detach())
    return new
