import torch.nn.functional as F
from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.shape = (d_model,)
        self.norm = nn.LayerNorm(self.shape)
        self.sublayer = sublayer

    def forward(self, x):
        shortcut = x
        x = F.layer_norm(x, self.shape, self.norm.weight, self.norm.bias)
        x = self.sublayer(x)
        if x.shape != shortcut.shape:
            raise ValueError("the shapes differ")
        return shortcut + x
