import torch.nn.functional as F
from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.d_model = d_model
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        total = self.sublayer(x)
        if total.shape != x.shape:
            raise ValueError("the shapes differ")
        total = total + x
        return F.layer_norm(total, (self.d_model,), self.norm.weight, self.norm.bias, self.norm.eps)
