from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(p=0.1)

    def forward(self, x):
        out = self.sublayer(self.norm(x))
        if out.shape != x.shape:
            raise ValueError("shape")
        return x + self.dropout(out)
