import torch
from torch import nn


def residual_add(x, sublayer):
    y = sublayer(x)
    if y.shape != x.shape:
        raise ValueError("shapes differ")
    return x + y


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        return self.norm(x + residual_add(x, self.sublayer))
