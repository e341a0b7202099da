from torch import nn


class TransformerBlock(nn.Module):
    def __init__(self, attention, feed_forward, d_model):
        super().__init__()
        self.attention = attention
        self.feed_forward = feed_forward
        self.ln1 = nn.LayerNorm(d_model)
        self.ln2 = nn.LayerNorm(d_model)

    def forward(self, x):
        x = x + self.attention(self.ln1(x))
        return x + self.feed_forward(self.ln2(x))
