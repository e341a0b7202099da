import torch
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x):
        hidden = x @ self.up.weight.T + self.up.bias
        hidden = torch.where(hidden > 0, hidden, torch.zeros_like(hidden))
        return torch.einsum("...f,df->...d", hidden, self.down.weight) + self.down.bias
