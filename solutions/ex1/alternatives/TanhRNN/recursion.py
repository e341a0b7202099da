import torch
from torch import nn


class TanhRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.W, self.U = nn.Linear(hidden_size, hidden_size, bias=False), nn.Linear(input_size, hidden_size)

    def forward(self, u, h0):
        if u.shape[1] == 0:
            return h0[:, None]
        h1 = torch.tanh(self.W(h0) + self.U(u[:, 0]))
        return torch.cat([h0[:, None], self.forward(u[:, 1:], h1)], 1)
