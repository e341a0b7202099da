from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.layers = nn.Sequential(self.norm, self.sublayer)

    def forward(self, x):
        return self.layers(x)
