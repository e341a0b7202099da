from torch import nn


class ResidualSublayer(nn.Module):
    def __init__(self, sublayer, d_model):
        super().__init__()
        self.sublayer = sublayer
        self.norm = nn.LayerNorm(d_model)
        self.register_forward_hook(lambda module, inputs, output: module.norm(output))

    def forward(self, x):
        update = self.sublayer(x)
        if update.shape != x.shape:
            raise ValueError("the shapes differ")
        return x + update
