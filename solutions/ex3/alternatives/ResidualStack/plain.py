from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = nn.ModuleList([make_sublayer() for _ in range(depth)])

    def forward(self, x):
        for sublayer in self.sublayers:
            x = x + sublayer(x)
        return x
