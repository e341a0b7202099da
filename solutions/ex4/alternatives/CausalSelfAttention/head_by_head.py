import torch
from torch import nn


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.d_head = d_model // num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def forward(self, x):
        pieces = [part.split(self.d_head, dim=-1) for part in (self.query(x), self.key(x), self.value(x))]
        read = []
        for q, k, v in zip(*pieces):
            scores = torch.bmm(q, k.transpose(1, 2)) / self.d_head**0.5
            weights = torch.exp(scores).tril()
            read.append(torch.bmm(weights / weights.sum(2, keepdim=True), v))
        return self.output(torch.cat(read, dim=-1))
