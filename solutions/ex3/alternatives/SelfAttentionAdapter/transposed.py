from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads)

    def forward(self, x):
        time_first = x.transpose(0, 1)
        output, weights = self.mha(time_first, time_first, time_first)
        return output.transpose(0, 1).contiguous()
