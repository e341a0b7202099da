from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = []
        for _ in range(depth):
            self.sublayers.append(make_sublayer())

    def forward(self, x):
        for layer in self.sublayers:
            x = x + layer(x)
        return x
