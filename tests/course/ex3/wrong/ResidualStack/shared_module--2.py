from torch import nn


class ResidualStack(nn.Module):
    def __init__(self, make_sublayer, depth):
        super().__init__()
        layer = make_sublayer()
        self.sublayers = nn.ModuleList()
        for _ in range(depth):
            self.sublayers.append(layer)

    def forward(self, x):
        for sublayer in self.sublayers:
            x = sublayer(x) + x
        return x
