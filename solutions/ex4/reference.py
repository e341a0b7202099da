"""The right answers to Exercise 4."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor, nn

# --- Part A: one block ---


def attention_weights(queries: Tensor, keys: Tensor, causal: bool) -> Tensor:
    """Softmax over the keys of the scaled scores, from which the future is taken out if `causal`."""
    scores = queries @ keys.mT / math.sqrt(queries.shape[-1])
    if causal:
        scores = scores + torch.full_like(scores, -math.inf).triu(1)
    return torch.softmax(scores, dim=-1)


class CausalSelfAttention(nn.Module):
    """Heads side by side, each on its own features, and a projection that mixes them."""

    def __init__(self, d_model: int, num_heads: int) -> None:
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def _heads(self, x: Tensor) -> Tensor:
        """(B, T, d_model) to (B, num_heads, T, d_head)."""
        batch, time, width = x.shape
        return x.reshape(batch, time, self.num_heads, width // self.num_heads).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        weights = attention_weights(self._heads(self.query(x)), self._heads(self.key(x)), causal=True)
        read = weights @ self._heads(self.value(x))
        mixed: Tensor = self.output(read.transpose(1, 2).flatten(2))
        return mixed


class TransformerBlock(nn.Module):
    """A pre-norm block: attention, then feed-forward, each with its norm and its addition."""

    def __init__(self, attention: nn.Module, feed_forward: nn.Module, d_model: int) -> None:
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, d_model) -> (B, T, d_model)."""
        x = x + self.attention(self.norm1(x))
        output: Tensor = x + self.feed_forward(self.norm2(x))
        return output


# --- Part B: many blocks ---

Sublayer = Callable[[Tensor], Tensor]


def stream_contributions(sublayers: Sequence[Sublayer], x: Tensor) -> Tensor:
    """x and the update of each sublayer; their sum is the stream's end."""
    parts = [x]
    for sublayer in sublayers:
        parts.append(sublayer(torch.stack(parts).sum(0)))
    return torch.stack(parts)


def without_sublayer(sublayers: Sequence[Sublayer], x: Tensor, index: int, residual: bool) -> Tensor:
    """The output of a stack from which one sublayer has been taken out."""
    for place, sublayer in enumerate(sublayers):
        if place != index:
            x = x + sublayer(x) if residual else sublayer(x)
    return x


def scale_for_depth(blocks: Sequence[nn.Module]) -> None:
    """Divide the last projection of every sublayer by the root of the number of residual additions, in place."""
    factor = 1 / math.sqrt(2 * len(blocks))
    with torch.no_grad():
        for block in blocks:
            for last in (block.get_submodule("attention.output"), block.get_submodule("feed_forward.down")):
                for parameter in last.parameters():
                    parameter.mul_(factor)


# --- Part C: ResNet ---


def make_shortcut(in_channels: int, out_channels: int, stride: int) -> nn.Module:
    """The identity where the shape stays, a strided 1 by 1 convolution with a norm where it does not."""
    if stride == 1 and in_channels == out_channels:
        return nn.Identity()
    return nn.Sequential(
        nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, bias=False), nn.BatchNorm2d(out_channels)
    )


class BasicBlock(nn.Module):
    """ResNet's block: two convolutions with norms, a shortcut around them, and a ReLU after the sum."""

    def __init__(self, in_channels: int, out_channels: int, stride: int = 1) -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, kernel_size=3, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.shortcut = make_shortcut(in_channels, out_channels, stride)

    def forward(self, x: Tensor) -> Tensor:
        """(B, in_channels, H, W) -> (B, out_channels, H / stride, W / stride), rounded up."""
        hidden = torch.relu(self.norm1(self.conv1(x)))
        return torch.relu(self.norm2(self.conv2(hidden)) + self.shortcut(x))


def shortcut_gradient(shortcuts: Sequence[Tensor | None], outputs: Sequence[Tensor], v: Tensor) -> Tensor:
    """What reaches the input of a stack by its shortcuts alone, for v at its output."""
    for block in reversed(range(len(shortcuts))):
        v = v * (outputs[block] > 0)
        matrix = shortcuts[block]
        if matrix is not None:
            v = v @ matrix
    return v
