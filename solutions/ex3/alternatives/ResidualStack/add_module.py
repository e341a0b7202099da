import torch
from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = []
        for number in range(depth):
            layer = make_sublayer()
            self.add_module(f"sublayer{number}", layer)
            self.sublayers.append(layer)

    def forward(self, x):
        for layer in self.sublayers:
            x = torch.add(x, layer(x))
        return x
