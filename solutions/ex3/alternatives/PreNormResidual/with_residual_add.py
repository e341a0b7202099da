from torch import nn


def residual_add(x, sublayer):
    y = sublayer(x)
    if y.shape != x.shape:
        raise ValueError("the shapes differ")
    return x + y


class PreNormResidual(nn.Module):
    def __init__(self, sublayer: nn.Module, d_model: int) -> None:
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        return residual_add(x, lambda h: self.sublayer(self.norm(h)))
