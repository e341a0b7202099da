import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, branch):
        super().__init__()
        self.branch = branch

    def forward(self, x):
        output = self.branch(x)
        self.check(x, output)
        return x + output

    @staticmethod
    def check(x, output):
        if output.dim() != x.dim():
            raise ValueError(f"{output.dim()} dimensions where there were {x.dim()}")
        for axis, (before, after) in enumerate(zip(x.shape, output.shape)):
            if before != after:
                raise ValueError(f"axis {axis} went from {before} to {after}")


def residual_add(x: torch.Tensor, sublayer) -> torch.Tensor:
    """A residual connection around a callable, made with a small module."""
    return Residual(sublayer)(x)
