import torch
from torch import nn
from torch.nn import functional as F


class CausalSelfAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.d_model, self.num_heads = d_model, num_heads
        self.query = nn.Linear(d_model, d_model)
        self.key = nn.Linear(d_model, d_model)
        self.value = nn.Linear(d_model, d_model)
        self.output = nn.Linear(d_model, d_model)

    def forward(self, x):
        x = x.transpose(0, 1)
        time = x.shape[0]
        closed = torch.ones(time, time, dtype=torch.bool).triu(1)
        maps = (self.query, self.key, self.value)
        read, _ = F.multi_head_attention_forward(
            x, x, x, self.d_model, self.num_heads,
            torch.cat([f.weight for f in maps]), torch.cat([f.bias for f in maps]), None, None, False, 0.0,
            self.output.weight, self.output.bias, attn_mask=closed, need_weights=False,
        )
        return read.transpose(0, 1)
