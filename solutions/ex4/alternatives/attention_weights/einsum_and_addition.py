import math

import torch


def attention_weights(queries, keys, causal):
    scores = torch.einsum("bhid,bhjd->bhij", queries, keys) / math.sqrt(queries.size(-1))
    if causal:
        T = scores.size(-1)
        scores = scores + torch.full((T, T), -1e9).triu(diagonal=1)
    return torch.softmax(scores, dim=3)
