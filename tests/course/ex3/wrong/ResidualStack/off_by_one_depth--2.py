from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.depth = depth
        self.sublayers = nn.ModuleList([make_sublayer() for _ in range(depth)])

    def forward(self, x):
        for i in range(1, self.depth):
            x = x + self.sublayers[i](x)
        return x
