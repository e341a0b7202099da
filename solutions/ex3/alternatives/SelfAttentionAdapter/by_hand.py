import math

import torch
from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
        self.heads = num_heads
        self.size = d_model // num_heads

    def split(self, h):
        batch, time, _ = h.shape
        return h.view(batch, time, self.heads, self.size).transpose(1, 2)

    def forward(self, x):
        batch, time, width = x.shape
        projected = x @ self.mha.in_proj_weight.T + self.mha.in_proj_bias
        query, key, value = (self.split(part) for part in projected.chunk(3, dim=-1))
        scores = query @ key.transpose(-2, -1) / math.sqrt(self.size)
        mixed = torch.softmax(scores, dim=-1) @ value
        joined = mixed.transpose(1, 2).reshape(batch, time, width)
        return joined @ self.mha.out_proj.weight.T + self.mha.out_proj.bias
