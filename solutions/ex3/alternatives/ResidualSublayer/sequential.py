from torch import nn


class Add(nn.Module):
    def __init__(self, sublayer):
        super().__init__()
        self.sublayer = sublayer

    def forward(self, x):
        y = self.sublayer(x)
        if y.shape != x.shape:
            raise ValueError("the shapes differ")
        return x + y


class ResidualSublayer(nn.Sequential):
    def __init__(self, sublayer, d_model):
        super().__init__(Add(sublayer), nn.LayerNorm(d_model))
        object.__setattr__(self, "sublayer", sublayer)
        object.__setattr__(self, "norm", self[1])
