import torch.nn.functional as F
from torch import nn


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff):
        nn.Module.__init__(self)
        self.up, self.down = nn.Linear(d_model, d_ff), nn.Linear(d_ff, d_model)

    def forward(self, x):
        h = F.linear(x, self.up.weight, self.up.bias)
        h = F.relu(h)
        return F.linear(h, self.down.weight, self.down.bias)
