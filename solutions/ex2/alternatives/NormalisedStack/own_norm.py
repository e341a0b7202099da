import torch
from torch import nn


class LayerNorm(nn.Module):
    def __init__(self, d_model):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))

    def forward(self, x):
        c = x - x.mean(-1, keepdim=True)
        return self.weight * c / (c.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt() + self.bias


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        self.sublayers, self.norms = nn.ModuleList(), nn.ModuleList()
        for sublayer in sublayers:
            self.sublayers.append(sublayer)
            self.norms.append(LayerNorm(d_model))
        if placement == "pre":
            self.final_norm = LayerNorm(d_model)
            self.step = lambda x, f, norm: x + f(norm(x))
        elif placement == "post":
            self.final_norm = nn.Sequential()
            self.step = lambda x, f, norm: norm(x + f(x))
        else:
            raise ValueError(placement)

    def forward(self, x):
        for i in range(len(self.sublayers)):
            x = self.step(x, self.sublayers[i], self.norms[i])
        return self.final_norm(x)
