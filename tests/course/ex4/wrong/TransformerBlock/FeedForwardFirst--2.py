from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.norm1 = nn.LayerNorm(d_model)
        self.norm2 = nn.LayerNorm(d_model)

    def forward(self, x):
        x = x + self.feed_forward(self.norm1(x))
        return x + self.attention(self.norm2(x))
