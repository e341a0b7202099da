from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.norm = nn.LayerNorm(d_model)

    def forward(self, x):
        x = x + self.attention(self.norm(x))
        x = x + self.feed_forward(self.norm(x))
        return x
