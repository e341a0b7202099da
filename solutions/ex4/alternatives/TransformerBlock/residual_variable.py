from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.norm1, self.attention = nn.LayerNorm(d_model), attention
        self.norm2, self.feed_forward = nn.LayerNorm(d_model), feed_forward

    def forward(self, x):
        residual = x
        x = self.norm1(x)
        x = self.attention(x)
        x = residual + x
        residual = x
        x = self.norm2(x)
        x = self.feed_forward(x)
        return residual + x
