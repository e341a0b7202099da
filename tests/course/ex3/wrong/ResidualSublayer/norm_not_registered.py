from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.d_model = d_model

    def forward(self, x):
        y = self.sublayer(x)
        if y.shape != x.shape:
            raise ValueError("shape")
        norm = nn.LayerNorm(self.d_model, dtype=x.dtype)
        return norm(x + y)
