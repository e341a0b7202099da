from torch import nn


class Wrapper(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(normalized_shape=d_model)

    def add(self, x):
        out = self.sublayer(x)
        if out.size() != x.size():
            raise ValueError("the shapes differ")
        return x.add(out)


class ResidualSublayer(Wrapper):
    def forward(self, x):
        return self.norm(self.add(x))
