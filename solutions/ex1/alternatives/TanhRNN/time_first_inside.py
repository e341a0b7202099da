import torch
from torch import nn


class TanhRNN(nn.Module):
    def __init__(self, input_size, hidden_size):
        super().__init__()
        self.hidden_size = hidden_size
        self.W = nn.Linear(hidden_size, hidden_size, bias=False)
        self.U = nn.Linear(input_size, hidden_size, bias=True)

    def forward(self, u, h0):
        states = [h0]
        for u_t in u.transpose(0, 1):
            states.append((self.W(states[-1]) + self.U(u_t)).tanh())
        return torch.stack(states).transpose(0, 1)
