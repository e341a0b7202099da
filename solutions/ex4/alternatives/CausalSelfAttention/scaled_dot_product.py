from torch import nn
from torch.nn import functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.heads = num_heads
        for name in ("query", "key", "value", "output"):
            setattr(self, name, nn.Linear(d_model, d_model))

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = (f(x).reshape(b, t, self.heads, -1).permute(0, 2, 1, 3) for f in (self.query, self.key, self.value))
        read = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.output(read.permute(0, 2, 1, 3).reshape(b, t, -1))
