"""Small sublayers on which the exercise is checked. They are public: try your functions on them."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Elementwise(nn.Module):
    """f(x) = a sin(b x) + c tanh(x), entry by entry: smooth, with slopes of either sign."""

    def __init__(self, a: float, b: float, c: float) -> None:
        super().__init__()
        self.a = a
        self.b = b
        self.c = c

    def forward(self, x: Tensor) -> Tensor:
        """Any shape in, the same shape and dtype out."""
        return self.a * torch.sin(self.b * x) + self.c * torch.tanh(x)


class Constant(nn.Module):
    """f(x) = value, whatever x is: its output has no graph back to x."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value

    def forward(self, x: Tensor) -> Tensor:
        """Any shape in, the same shape and dtype out."""
        return torch.full_like(x, self.value)


class Fixed(nn.Module):
    """Ignores x and returns the tensor `value`, the very same object at every call; its shape may differ from x's."""

    def __init__(self, value: Tensor) -> None:
        super().__init__()
        self.value = nn.Parameter(value, requires_grad=False)

    def forward(self, x: Tensor) -> Tensor:
        """Any x in, `value` out."""
        return self.value


class MemoryAttention(nn.Module):
    """Every token of x looks things up in a fixed memory of shape (entries, d_model).

    It owns an `mha`, as an attention adapter does, but x only asks the questions; the memory gives the answers.
    """

    def __init__(self, memory: Tensor, num_heads: int) -> None:
        super().__init__()
        self.memory = nn.Parameter(memory)
        self.mha = nn.MultiheadAttention(memory.shape[-1], num_heads, add_bias_kv=True, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        """x (B, T, d_model) to (B, T, d_model)."""
        memory = self.memory.expand(x.shape[0], -1, -1)
        output: Tensor = self.mha(x, memory, memory, need_weights=False)[0]
        return output
