import torch
from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        update = self.sublayer(x)
        if update.shape != x.shape:
            raise ValueError("the shapes differ")
        total = x + update
        mean = total.mean(dim=-1, keepdim=True)
        variance = ((total - mean) ** 2).mean(dim=-1, keepdim=True)
        scaled = (total - mean) / torch.sqrt(variance + self.norm.eps)
        return scaled * self.norm.weight + self.norm.bias
