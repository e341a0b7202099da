import torch


def attention_weights(queries, keys, causal):
    T, d_head = queries.shape[-2:]
    scores = queries @ keys.transpose(-2, -1) / d_head**0.5
    if causal:
        mask = torch.tril(torch.ones(T, T))
        scores = scores.masked_fill(mask == 0, float("-inf"))
    return scores.softmax(dim=-1)
