from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def forward(self, x):
        x = x.permute(1, 0, 2)  # attention wants (time, batch, feature)
        out = self.mha(x, x, x, need_weights=False)[0]
        return out.permute(1, 0, 2)
