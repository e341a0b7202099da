"""Exercise 3, the trusted implementations: what every check compares a student's answers with."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

Sublayer = Callable[[Tensor], Tensor]

# --- Part A: residual forward ---


def residual_add(x: Tensor, sublayer: Sublayer) -> Tensor:
    """x + sublayer(x), of the shape and dtype of x; ValueError if the sublayer returns any other shape."""
    update = sublayer(x)
    if update.shape != x.shape:
        raise ValueError(f"the sublayer turned shape {tuple(x.shape)} into {tuple(update.shape)}; it must keep it")
    return x + update


class ResidualSublayer(nn.Module):
    """A post-norm residual sublayer: norm(x + sublayer(x))."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to the same shape; ValueError if the sublayer changes the shape."""
        output: Tensor = self.norm(residual_add(x, self.sublayer))
        return output


class SelfAttentionAdapter(nn.Module):
    """Self-attention that takes one tensor and returns one tensor, so that it can be a sublayer."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to the same shape; each token of a sample attends to that sample's tokens."""
        output: Tensor = self.mha(x, x, x)[0]
        return output


class FeedForward(nn.Module):
    """The feed-forward sublayer, applied to every token alone: down(relu(up(x)))."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to the same shape, by way of (B, T, d_ff)."""
        output: Tensor = self.down(torch.relu(self.up(x)))
        return output


class ResidualStack(nn.Module):
    """`depth` sublayers in a row, each with a shortcut of its own and without any norm."""

    def __init__(self, make_sublayer: Callable[[], nn.Module], depth: int) -> None:
        super().__init__()
        self.sublayers = nn.ModuleList(make_sublayer() for _ in range(depth))

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to the same shape; x itself if there are no sublayers."""
        for sublayer in self.sublayers:
            x = residual_add(x, sublayer)
        return x


# --- Part B: gradient paths ---


def _vjp(function: Sublayer, x: Tensor, v: Tensor) -> Tensor:
    """v^T J of `function` at `x`, as the gradient of <v, function(x)>; zeros if `function` ignores `x`."""
    point = x.detach().requires_grad_()
    with torch.enable_grad():
        product = (v * function(point)).sum()
    gradient = torch.autograd.grad(product, point, allow_unused=True)[0] if product.requires_grad else None
    return torch.zeros_like(x) if gradient is None else gradient


def residual_local_derivative(f: Sublayer, x: Tensor) -> Tensor:
    """Slope of x + f(x) at every entry of `x`: 1 + f'(x).

    `f` works entry by entry and may be constant. `x` is (N,) float64 and is left as it was. Returns (N,) float64.
    """
    return _vjp(lambda point: point + f(point), x, torch.ones_like(x))


def chain_gradient(d: Tensor, residual: bool) -> Tensor:
    """Derivative of a whole stack whose sublayers have the local derivatives `d`, (L,) float64, of any sign.

    Returns the product of the d, or of the 1 + d if every sublayer has a residual connection, as a float64 tensor of
    shape (). An empty stack has derivative 1.
    """
    return torch.prod(1 + d if residual else d)


def count_paths(num_sublayers: int, length: int | None = None) -> int:
    """Number of paths through a residual stack: of all of them, or of those that take exactly `length` sublayers."""
    return 2**num_sublayers if length is None else math.comb(num_sublayers, length)


def gradient_by_path_length(d: Tensor) -> Tensor:
    """Gradient that arrives over the paths of each length, for local derivatives `d`, (L,) float64.

    Returns (L+1,) float64. Entry k is the sum, over all choices of k different sublayers, of the product of their d:
    the coefficient of t^k in the product of all (1 + d t). One layer is added at a time, so the cost grows as L^2.
    """
    by_length = torch.zeros(len(d) + 1, dtype=torch.float64)
    by_length[0] = 1.0
    for slope in d:
        # The right-hand side is complete before anything is written: no path takes a sublayer twice.
        by_length[1:] += slope * by_length[:-1]
    return by_length


def split_vjp(sublayer: Sublayer, x: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
    """The two parts of the gradient of x + sublayer(x) for the upstream gradient `v`, each of the shape of `x`.

    Returns (v, v^T J): what comes by the shortcut and what comes through the sublayer, whose Jacobian is J. A sublayer
    that does not depend on `x` gives zeros. Neither `x` nor any `.grad` is touched.
    """
    return v, _vjp(sublayer, x, v)


def gradient_norms(sublayers: Sequence[nn.Module], x: Tensor, v: Tensor, residual: bool) -> Tensor:
    """Norm of the gradient that reaches each state of a stack of L sublayers, for the upstream gradient `v` at its end.

    The states are h_0 = x and h_(l+1) = h_l + s(h_l), or s(h_l) without `residual`; `v` has the shape of h_L. Returns
    (L+1,) float64: entry l is the norm of v^T dh_L/dh_l, so entry 0 belongs to the input and entry L is the norm of
    `v`. Neither `x` nor any `.grad` is touched.
    """
    states = [x.detach().requires_grad_()]
    with torch.enable_grad():
        for sublayer in sublayers:
            state = states[-1]
            states.append(state + sublayer(state) if residual else sublayer(state))
    gradients = torch.autograd.grad((v * states[-1]).sum(), states)
    return torch.stack([gradient.norm() for gradient in gradients])


# --- Part C: the zero sublayer ---


def zero_case_output(x: Tensor, norm: Callable[[Tensor], Tensor], placement: str) -> Tensor:
    """What a residual block returns for x (B, T, d_model) if its sublayer returns exactly zero.

    `placement` is "none", "pre" or "post": where the block has its norm. ValueError for anything else.
    """
    if placement in ("none", "pre"):
        return x
    if placement == "post":
        return norm(x)
    raise ValueError(f"placement must be 'none', 'pre' or 'post', not {placement!r}")


class PreNormResidual(nn.Module):
    """A pre-norm residual sublayer: x + sublayer(norm(x)). The shortcut carries x as it is."""

    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to the same shape; ValueError if the sublayer changes the shape."""
        return residual_add(x, lambda h: self.sublayer(self.norm(h)))


def zero_init_last_projection(sublayer: nn.Module) -> nn.Module:
    """Zero, in place, the weight and bias of the projection that produces the sublayer's output; returns the sublayer.

    That projection is `mha.out_proj` of an attention adapter and `down` of a feed-forward sublayer; TypeError if the
    sublayer has neither. Everything else keeps its value, and everything stays trainable.
    """
    if hasattr(sublayer, "mha"):
        last = sublayer.get_submodule("mha.out_proj")
    elif hasattr(sublayer, "down"):
        last = sublayer.get_submodule("down")
    else:
        raise TypeError(f"{type(sublayer).__name__} has neither `mha` nor `down`: no last projection is known")
    for parameter in last.parameters():
        nn.init.zeros_(parameter)
    return sublayer
