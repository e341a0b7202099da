from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.d_model = d_model

    def forward(self, x):
        norm = nn.LayerNorm(self.d_model).to(x.dtype)
        out = self.sublayer(norm(x))
        if out.shape != x.shape:
            raise ValueError("shape")
        return x + out
