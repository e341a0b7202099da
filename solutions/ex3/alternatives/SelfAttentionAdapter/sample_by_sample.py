import torch
from torch import nn


class SelfAttentionAdapter(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.mha = nn.MultiheadAttention(d_model, num_heads)

    def forward(self, x):
        outputs = []
        for sample in x:  # (T, d_model), without a batch axis
            outputs.append(self.mha(sample, sample, sample)[0])
        return torch.stack(outputs)
