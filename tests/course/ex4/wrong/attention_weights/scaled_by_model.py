import math

import torch


def attention_weights(queries, keys, causal):
    B, H, T, d_head = queries.shape
    d_model = H * d_head
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(d_model)
    if causal:
        mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1)
