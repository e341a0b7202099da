from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        normed = self.norm(x).detach()
        out = self.sublayer(normed)
        if out.shape != x.shape:
            raise ValueError("shape")
        return x + out
