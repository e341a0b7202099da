from functools import reduce

from torch import nn


class NormalisedStack(nn.Module):
    def __init__(self, sublayers, d_model, placement):
        super().__init__()
        self.sublayers = nn.ModuleList(sublayers)
        self.norms = nn.ModuleList([nn.LayerNorm(d_model) for _ in sublayers])
        steps = {"pre": self.pre_step, "post": self.post_step}
        try:
            self.step = steps[placement]
        except KeyError as error:
            raise ValueError(placement) from error
        self.final_norm = nn.LayerNorm(d_model) if placement == "pre" else nn.Dropout(0.0)

    @staticmethod
    def pre_step(x, pair):
        f, norm = pair
        return x + f(norm(x))

    @staticmethod
    def post_step(x, pair):
        f, norm = pair
        return norm(x + f(x))

    def forward(self, x):
        return self.final_norm(reduce(self.step, zip(self.sublayers, self.norms), x))
