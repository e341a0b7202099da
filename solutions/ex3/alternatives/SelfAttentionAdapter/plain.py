from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def forward(self, x):
        output, _ = self.mha(x, x, x)
        return output
