from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        y = self.sublayer(x)
        if y.shape != x.shape:
            raise ValueError("the shapes differ")
        return self.norm(x + y)
