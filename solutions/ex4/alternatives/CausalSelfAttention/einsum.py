import math

import torch
from torch import nn


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query, self.key, self.value, self.output = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x):
        shape = (x.shape[0], x.shape[1], self.num_heads, x.shape[2] // self.num_heads)
        q, k, v = self.query(x).view(shape), self.key(x).view(shape), self.value(x).view(shape)
        scores = torch.einsum("bihd,bjhd->bhij", q, k) / math.sqrt(shape[-1])
        scores = scores + torch.triu(torch.full_like(scores, -math.inf), 1)
        read = torch.einsum("bhij,bjhd->bihd", scores.softmax(-1), v)
        return self.output(read.flatten(2))
