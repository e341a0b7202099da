from torch import nn


class PreNormResidual(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def normalised(self, x):
        centred = x - x.mean(-1, keepdim=True)
        variance = x.var(-1, unbiased=False, keepdim=True)
        return centred / (variance + self.norm.eps).sqrt() * self.norm.weight + self.norm.bias

    def forward(self, x):
        update = self.sublayer(self.normalised(x))
        if update.shape != x.shape:
            raise ValueError("the shapes differ")
        return update.clone().add_(x)
