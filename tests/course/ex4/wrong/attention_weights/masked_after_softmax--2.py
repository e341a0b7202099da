import math

import torch


def attention_weights(queries, keys, causal):
    T, d_head = queries.shape[-2:]
    scores = queries @ keys.transpose(-2, -1) / math.sqrt(d_head)
    weights = torch.softmax(scores, dim=-1)
    return weights.tril() if causal else weights
