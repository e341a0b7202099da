from torch import nn


class Residual(nn.Module):
    def forward(self, x, norm, sublayer):
        return x + sublayer(norm(x))


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.add_module("attention", attention)
        self.add_module("feed_forward", feed_forward)
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)
        self.step = Residual()

    def forward(self, x):
        return self.step(self.step(x, self.norm1, self.attention), self.norm2, self.feed_forward)
