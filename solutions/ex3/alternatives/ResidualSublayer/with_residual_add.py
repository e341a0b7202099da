import torch
from torch import nn


def residual_add(x, sublayer):
    y = sublayer(x)
    if y.shape != x.shape:
        raise ValueError("the shapes differ")
    return torch.add(x, y)


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super(ResidualSublayer, self).__init__()
        self.norm = nn.LayerNorm(d_model)
        self.sublayer = sublayer

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(residual_add(x, self.sublayer))
