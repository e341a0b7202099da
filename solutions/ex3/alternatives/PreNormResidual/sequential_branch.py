import torch
from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.branch = nn.Sequential(self.norm, self.sublayer)

    def forward(self, x):
        out = self.branch(x)
        if out.shape != x.shape:
            raise ValueError("the shapes differ")
        return torch.add(out, x)
