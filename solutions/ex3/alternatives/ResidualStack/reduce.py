from functools import reduce

from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        self.sublayers = nn.Sequential(*[make_sublayer() for _ in range(depth)])

    def forward(self, x):
        return reduce(lambda h, f: h + f(h), self.sublayers, x)
