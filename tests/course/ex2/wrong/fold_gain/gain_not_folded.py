import torch
from torch import nn


@torch.no_grad()
def fold_gain(norm, linear):
    new = nn.Linear(linear.in_features, linear.out_features).double()
    new.weight.copy_(linear.weight)
    new.bias.copy_(linear(norm.bias))
    return new
