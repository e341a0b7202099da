import torch


def attention_weights(queries, keys, causal):
    T = queries.shape[-2]
    scores = queries @ keys.transpose(-2, -1)
    if causal:
        mask = torch.triu(torch.ones(T, T, dtype=torch.bool), diagonal=1)
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1)
