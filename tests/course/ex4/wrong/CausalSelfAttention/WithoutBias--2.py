import torch
from torch import nn


def attention_weights(queries, keys, causal):
    scores = queries @ keys.transpose(-2, -1) / queries.shape[-1] ** 0.5
    if causal:
        scores = scores.masked_fill(torch.ones(scores.shape[-2:]).triu(1).bool(), -torch.inf)
    return torch.softmax(scores, -1)


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model, bias=False)
        self.key = nn.Linear(d_model, d_model, bias=False)
        self.value = nn.Linear(d_model, d_model, bias=False)
        self.output = nn.Linear(d_model, d_model, bias=False)

    def forward(self, x):
        B, T, D = x.shape
        heads = (B, T, self.num_heads, D // self.num_heads)
        q = self.query(x).view(heads).transpose(1, 2)
        k = self.key(x).view(heads).transpose(1, 2)
        v = self.value(x).view(heads).transpose(1, 2)
        read = attention_weights(q, k, True) @ v
        return self.output(read.transpose(1, 2).reshape(B, T, D))
