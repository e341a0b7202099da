import math

import torch
from torch import nn


def attention_weights(queries, keys, causal):
    d_head = queries.shape[-1]
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(d_head)
    if causal:
        T = queries.shape[-2]
        mask = torch.tril(torch.ones(T, T, dtype=torch.bool))
        scores = scores.masked_fill(~mask, float("-inf"))
    return torch.softmax(scores, dim=-1)


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.d_head = d_model // num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def forward(self, x):
        B, T, d_model = x.shape
        q = self.query(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        k = self.key(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        v = self.value(x).view(B, T, self.num_heads, self.d_head).transpose(1, 2)
        out = attention_weights(q, k, True) @ v
        out = out.transpose(1, 2).reshape(B, T, d_model)
        return self.output(out)


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        x = x + self.feed_forward(self.norm2(x))
        return x


def stream_contributions(sublayers, x):
    parts = [x]
    h = x
    for sublayer in sublayers:
        update = sublayer(h)
        parts.append(update)
        h = h + update
    return torch.stack(parts)


def without_sublayer(sublayers, x, index, residual):
    h = x
    for i, sublayer in enumerate(sublayers):
        if i == index:
            continue
        if residual:
            h = h + sublayer(h)
        else:
            h = sublayer(h)
    return h


def scale_for_depth(blocks):
    additions = 2 * len(blocks)
    with torch.no_grad():
        for block in blocks:
            for linear in (block.attention.output, block.feed_forward.down):
                linear.weight /= math.sqrt(additions)
                linear.bias /= math.sqrt(additions)


def make_shortcut(in_channels, out_channels, stride):
    if stride != 1 or in_channels != out_channels:
        return nn.Sequential(
            nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, bias=False),
            nn.BatchNorm2d(out_channels),
        )
    return nn.Identity()


class BasicBlock(nn.Module):
    def __init__(self, in_channels, out_channels, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(in_channels, out_channels, 3, stride=stride, padding=1, bias=False)
        self.norm1 = nn.BatchNorm2d(out_channels)
        self.conv2 = nn.Conv2d(out_channels, out_channels, 3, stride=1, padding=1, bias=False)
        self.norm2 = nn.BatchNorm2d(out_channels)
        self.shortcut = make_shortcut(in_channels, out_channels, stride)

    def forward(self, x):
        out = torch.relu(self.norm1(self.conv1(x)))
        out = self.norm2(self.conv2(out))
        out = out + self.shortcut(x)
        return torch.relu(out)


def shortcut_gradient(shortcuts, outputs, v):
    g = v
    for W, y in zip(reversed(shortcuts), reversed(outputs)):
        g = g * (y > 0)
        if W is not None:
            g = g @ W
    return g


q1 = "b"
q2 = 1 + 24 * 0.5
q3 = 73
q4 = 1 / 8
q5 = {"a", "b", "e"}
q6 = "b"
