"""Exercise 1, the trusted implementations: what every check compares a student's answers with."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn

# --- Part A: a chain of layers ---


def activation_slope(z: Tensor, kind: str) -> Tensor:
    """Slope of sigmoid, tanh or ReLU at every entry of `z`; ValueError for any other kind."""
    if kind == "sigmoid":
        s = torch.sigmoid(z)
        return s * (1 - s)
    if kind == "tanh":
        return 1 - torch.tanh(z) ** 2
    if kind == "relu":
        return (z > 0).to(z.dtype)
    raise ValueError(f"kind must be 'sigmoid', 'tanh' or 'relu', not {kind!r}")


def local_factors(w: Tensor, x: Tensor) -> Tensor:
    """(L,) local derivatives of the chain a_0 = x, a_l = tanh(w_l a_(l-1)), for weights `w` of shape (L,)."""
    factors = torch.empty_like(w)
    a = x
    for layer, weight in enumerate(w):
        z = weight * a
        factors[layer] = weight * activation_slope(z, "tanh")
        a = torch.tanh(z)
    return factors


def gradients_along_chain(factors: Tensor) -> Tensor:
    """(L+1,) derivatives of a chain's last state with respect to every state, from its (L,) local derivatives."""
    return torch.cat([factors, factors.new_ones(1)]).flip(0).cumprod(0).flip(0)


# --- Part B: the same over time ---


class TanhRNN(nn.Module):
    """h_t = tanh(W h_(t-1) + U u_t + b)."""

    def __init__(self, input_size: int, hidden_size: int) -> None:
        super().__init__()
        self.W = nn.Linear(hidden_size, hidden_size, bias=False)
        self.U = nn.Linear(input_size, hidden_size)

    def forward(self, u: Tensor, h0: Tensor) -> Tensor:
        """u (B, T, input_size) and h0 (B, hidden_size) to all states, (B, T+1, hidden_size)."""
        states = [h0]
        for drive in self.U(u).unbind(1):
            states.append(torch.tanh(self.W(states[-1]) + drive))
        return torch.stack(states, 1)


def gradient_through_time(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """Gradient at every state of a tanh RNN for the gradient `v`, (n,), at the last one.

    `weight` is W, (n, n), and `states` are h_0, ..., h_T, (T+1, n). Returns (T+1, n).
    """
    gradients = [v]
    for h in states[1:].flip(0):
        gradients.append((gradients[-1] * (1 - h**2)) @ weight)
    return torch.stack(gradients).flip(0)


def weight_gradient_by_step(weight: Tensor, states: Tensor, v: Tensor) -> Tensor:
    """(T, n, n) terms of the gradient of W, one for each step; arguments as in gradient_through_time."""
    before_tanh = gradient_through_time(weight, states, v)[1:] * (1 - states[1:] ** 2)
    return torch.einsum("ti,tj->tij", before_tanh, states[:-1])


# --- Part C: two remedies, examined ---


def clip_by_global_norm(gradients: Sequence[Tensor], max_norm: float) -> list[Tensor]:
    """The gradients, scaled by one factor so that their norm, all taken together, is at most `max_norm`."""
    norm = torch.stack([gradient.norm() for gradient in gradients]).norm()
    factor = (max_norm / norm).clamp(max=1.0)  # max_norm / 0 is inf here, and the factor 1
    return [factor * gradient for gradient in gradients]


def weight_std(fan_in: int, fan_out: int, scheme: str) -> float:
    """Standard deviation of a layer's weights: "lecun", "xavier" or "he"; ValueError for any other scheme."""
    if scheme == "lecun":
        return math.sqrt(1 / fan_in)
    if scheme == "xavier":
        return math.sqrt(2 / (fan_in + fan_out))
    if scheme == "he":
        return math.sqrt(2 / fan_in)
    raise ValueError(f"scheme must be 'lecun', 'xavier' or 'he', not {scheme!r}")


def initialise(network: nn.Module, scheme: str) -> nn.Module:
    """Draw every linear layer's weight with the scheme's standard deviation and zero its bias, in place."""
    for module in network.modules():
        if isinstance(module, nn.Linear):
            nn.init.normal_(module.weight, std=weight_std(module.in_features, module.out_features, scheme))
            if module.bias is not None:
                nn.init.zeros_(module.bias)
    return network
