"""The right answers to Exercise 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

AXES = {"layer": (2,), "batch": (0, 1), "instance": (1,)}


def statistics(x: Tensor, kind: str) -> tuple[Tensor, Tensor]:
    """Mean and variance over the axes of one kind of normalisation, with those axes kept as 1."""
    if kind not in AXES:
        raise ValueError(kind)
    mean = x.mean(AXES[kind], keepdim=True)
    return mean, (x - mean).pow(2).mean(AXES[kind], keepdim=True)


def standardise(x: Tensor, eps: float = 1e-5) -> Tensor:
    """Mean 0 and variance 1 over the last axis."""
    centred = x - x.mean(-1, keepdim=True)
    variance = centred.pow(2).mean(-1, keepdim=True)
    return centred / (variance + eps).sqrt()


class LayerNorm(nn.Module):
    """Standardise, then scale and shift every feature."""

    def __init__(self, d_model: int, eps: float = 1e-5) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(d_model))
        self.bias = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """(..., d_model) -> (..., d_model)."""
        return self.weight * standardise(x, self.eps) + self.bias


def input_gradient(x: Tensor, v: Tensor, weight: Tensor, eps: float = 1e-5) -> Tensor:
    """The gradient at the input of a LayerNorm, for the gradient v at its output."""
    centred = x - x.mean(-1, keepdim=True)
    scale = (centred.pow(2).mean(-1, keepdim=True) + eps).sqrt()
    normed = centred / scale
    g = weight * v
    return (g - g.mean(-1, keepdim=True) - normed * (g * normed).mean(-1, keepdim=True)) / scale


def split_gradient(x: Tensor, g: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The parts of g along the shift, along the stretch, and the rest."""
    shift = g.mean(-1, keepdim=True).expand_as(g)
    centred = x - x.mean(-1, keepdim=True)
    squares = centred.pow(2).sum(-1, keepdim=True)
    share = (g * centred).sum(-1, keepdim=True) / squares
    stretch = torch.where(squares > 0, share * centred, 0.0)
    return shift, stretch, g - shift - stretch


def fold_gain(norm: nn.LayerNorm, linear: nn.Linear) -> nn.Linear:
    """A linear layer that does the work of the norm's gain and bias as well."""
    folded = nn.Linear(linear.in_features, linear.out_features).to(linear.weight.dtype)
    with torch.no_grad():
        folded.weight.copy_(linear.weight * norm.weight)
        folded.bias.copy_(linear.weight @ norm.bias)
        if linear.bias is not None:
            folded.bias.add_(linear.bias)
    return folded


class NormalisedStack(nn.Module):
    """Residual sublayers with a norm for each, in front of the sublayer or behind the sum."""

    def __init__(self, sublayers: Sequence[nn.Module], d_model: int, placement: str) -> None:
        super().__init__()
        if placement not in ("pre", "post"):
            raise ValueError(placement)
        self.placement = placement
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList(nn.LayerNorm(d_model) for _ in sublayers)
        self.final_norm = nn.LayerNorm(d_model) if placement == "pre" else nn.Identity()

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        for index, sublayer in enumerate(self.sublayers):
            norm = self.norms[index]
            x = x + sublayer(norm(x)) if self.placement == "pre" else norm(x + sublayer(x))
        normed: Tensor = self.final_norm(x)
        return normed


def relative_updates(sublayers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, placement: str) -> Tensor:
    """How large what each sublayer adds is, relative to what it is added to."""
    found = []
    for sublayer in sublayers:
        update = sublayer(standardise(x)) if placement == "pre" else sublayer(x)
        found.append(update.norm() / x.norm())
        x = x + update if placement == "pre" else standardise(x + update)
    return torch.stack(found)
