from torch import nn


class Block(nn.Module):
    def __init__(self, sublayer):
        super().__init__()
        self.sublayer = sublayer

    def forward(self, x):
        return self.sublayer(x) + x


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = nn.ModuleList(make_sublayer() for _ in range(depth))
        self.blocks = nn.Sequential(*map(Block, self.sublayers))

    def forward(self, x):
        return self.blocks(x)
