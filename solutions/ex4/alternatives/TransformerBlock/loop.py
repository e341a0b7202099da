from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.attention, self.feed_forward = attention, feed_forward
        self.norm1, self.norm2 = (nn.LayerNorm(d_model) for _ in range(2))

    def steps(self):
        yield self.norm1, self.attention
        yield self.norm2, self.feed_forward

    def forward(self, x):
        for norm, sublayer in self.steps():
            x = sublayer(norm(x)).add(x)
        return x
