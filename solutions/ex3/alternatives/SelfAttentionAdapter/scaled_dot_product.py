import torch.nn.functional as F
from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

    def forward(self, x):
        qkv = F.linear(x, self.mha.in_proj_weight, self.mha.in_proj_bias)
        q, k, v = qkv.unflatten(-1, (3, self.num_heads, -1)).permute(2, 0, 3, 1, 4)
        attended = F.scaled_dot_product_attention(q, k, v)
        return self.mha.out_proj(attended.transpose(1, 2).flatten(2))
