import math

import torch


def attention_weights(queries, keys, causal):
    T, d_head = queries.shape[-2:]
    queries /= math.sqrt(d_head)
    scores = queries @ keys.transpose(-2, -1)
    if causal:
        mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1)
