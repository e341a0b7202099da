from torch import nn
from torch.nn import functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def heads(self, x):
        T, B, D = x.shape
        return x.reshape(T, B, self.num_heads, D // self.num_heads).permute(1, 2, 0, 3)

    def forward(self, x):
        q, k, v = self.heads(self.query(x)), self.heads(self.key(x)), self.heads(self.value(x))
        out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.output(out.permute(2, 0, 1, 3).flatten(2))
