import torch
from torch import nn


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def heads(self, x):
        return x.unflatten(-1, (self.num_heads, x.shape[-1] // self.num_heads))

    def forward(self, x):
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        rows = []
        for t in range(x.shape[1]):
            past_k, past_v = k[:, : t + 1], v[:, : t + 1]
            weights = torch.softmax((q[:, t : t + 1] * past_k).sum(-1) / q.shape[-1] ** 0.5, dim=1)
            rows.append((weights[..., None] * past_v).sum(1).flatten(1))
        return self.output(torch.stack(rows, dim=1))
