import torch
from torch import nn


class Blend(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.register_parameter("weight", nn.Parameter(torch.full((), start, dtype=torch.float64)))

    def forward(self, a, b):
        return b + self.weight * (a - b)
