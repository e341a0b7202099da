from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        update = self.sublayer(self.norm(x))
        if update.shape != x.shape:
            raise ValueError("the shapes differ")
        return x + update
