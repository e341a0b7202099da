from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model, dropout=0.1):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        out = self.sublayer(x)
        if out.shape != x.shape:
            raise ValueError("shape")
        return self.norm(x + self.dropout(out))
