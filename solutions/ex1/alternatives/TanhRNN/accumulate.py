import itertools

import torch
from torch import nn


class TanhRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.W = nn.Linear(hidden_size, hidden_size, False)
        self.U = nn.Linear(input_size, hidden_size)

    def step(self, h, x):
        return torch.tanh(self.W(h) + x)

    def forward(self, u, h0):
        return torch.stack(tuple(itertools.accumulate(self.U(u).unbind(1), self.step, initial=h0)), 1)
