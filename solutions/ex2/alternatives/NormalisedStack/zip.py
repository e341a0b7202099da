import torch
from torch import nn


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        if placement != "pre" and placement != "post":
            raise ValueError(f"placement is pre or post, not {placement}")
        self.pre = placement == "pre"
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList([nn.LayerNorm(d_model) for _ in range(len(sublayers))])
        if self.pre:
            self.final_norm = nn.LayerNorm(d_model)

    def forward(self, x):
        for f, norm in zip(self.sublayers, self.norms):
            if self.pre:
                x = x + f(norm(x))
            else:
                x = norm(x + f(x))
        if self.pre:
            x = self.final_norm(x)
        return x
