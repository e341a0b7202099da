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

    def split(self, x):
        return torch.cat(x.chunk(self.num_heads, dim=-1), dim=0)

    def forward(self, x):
        q, k, v = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = torch.baddbmm(torch.zeros(1, 1, 1, dtype=x.dtype), q, k.mT, beta=0, alpha=q.shape[-1] ** -0.5)
        later = torch.arange(x.shape[1])[None, :] > torch.arange(x.shape[1])[:, None]
        scores[:, later] = -torch.inf
        read = scores.softmax(dim=-1) @ v
        return self.output(torch.cat(read.chunk(self.num_heads, dim=0), dim=-1))
