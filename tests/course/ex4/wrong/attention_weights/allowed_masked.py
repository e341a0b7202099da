import torch


def attention_weights(queries, keys, causal):
    T, d_head = queries.shape[-2:]
    scores = queries @ keys.transpose(-2, -1) / d_head**0.5
    if causal:
        mask = torch.tril(torch.ones(T, T)).bool()
        scores = scores.masked_fill(mask, float("-inf"))
    return torch.softmax(scores, dim=-1)
