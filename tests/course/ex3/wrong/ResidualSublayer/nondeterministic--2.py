from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.drop = nn.Dropout(0.05)

    def forward(self, x):
        return self.drop(self.norm(x + self.sublayer(x)))
